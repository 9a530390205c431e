import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'

/** Whether `script` of util-linux is here, which gives a command a terminal. */
export const hasTerminals = (): boolean => spawnSync('script', ['--version']).status === 0

/** Milliseconds from the start of a command in a terminal until it shows a prompt (`> `). The command is ended then. */
export async function timeToPrompt(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const begun = performance.now()
  const child = spawn('script', ['-qfc', `exec ${line}`, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  let shown = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    shown += String(text)
    if (shown.includes('> ')) break
  }
  const ms = performance.now() - begun
  child.kill()
  await ended
  if (!shown.includes('> ')) throw new Error(`${line} showed no prompt: ${shown}`)
  return ms
}
