import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findSwank } from '../src/in-both/find-swank.js'
import { fixture } from './lisp-program.js'

/** A Lisp image of someone else's, with a Swank server. */
export interface ServerImage {
  readonly port: number
  readonly process: ChildProcess
  /** Settles when the image has written the text to its own output. */
  readonly said: (text: string) => Promise<void>
}

const commands = {
  sbcl: ['sbcl', '--noinform', '--no-userinit', '--disable-debugger', '--load'],
  ecl: ['ecl', '--norc', '--load'],
} as const

function swankLoader(): string {
  const swank = findSwank(undefined, process.env)
  if ('problem' in swank) throw new Error(swank.problem)
  return swank.loader
}

/** Starts it and waits for its port. `secret` is written where Swank looks for it. */
export async function startServer(lisp: keyof typeof commands, secret?: string): Promise<ServerImage> {
  const [command, ...args] = commands[lisp]
  const home = mkdtempSync(join(tmpdir(), 'dapplex-home-'))
  if (secret !== undefined) writeFileSync(join(home, '.slime-secret'), `${secret}\n`)
  const image = spawn(command, [...args, fixture('server.lisp')], {
    env: {
      ...process.env,
      HOME: home,
      XDG_CACHE_HOME: join(tmpdir(), 'dapplex-test-cache'),
      SWANK_LOADER: swankLoader(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void image.kill('SIGKILL'))
  let said = ''
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const match = /port (\d+)/.exec(said)
      if (match) resolve(Number(match[1]))
    }
    image.stdout.on('data', hear)
    image.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
    image.once('exit', () => reject(new Error(`${command} ended: ${said}`)))
  })
  const heard = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (said.includes(text)) resolve()
      }
      look()
      image.stdout.on('data', look)
    })
  return { port, process: image, said: heard }
}
