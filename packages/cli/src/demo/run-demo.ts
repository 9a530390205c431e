import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@dapplex/client'
import { startDaemon } from '@dapplex/daemon'
import { EXIT } from '../exit/exit-codes.js'
import { readVersion } from '../daemon/version.js'
import type { DemoLanguage } from './languages.js'
import { demoProgram } from './languages.js'
import { chooseLanguage } from './choose-language.js'
import { playStory } from './story.js'

/**
 * Plays the demo on a daemon of its own, in this process and in a temporary folder: nothing of the user's is touched, and
 * whatever ends this process ends the daemon, the adapter and the program with it.
 */
export async function runDemo({ language }: { language?: DemoLanguage }): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'dapplex-demo-'))
  const daemon = await startDaemon({ version: readVersion(), home, port: 0, logLevel: 'error' })
  const interrupted = new Promise<number>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(EXIT.interrupted))
  })
  try {
    const agent = await connect({
      url: `ws://127.0.0.1:${daemon.state.port}/rpc`,
      token: daemon.token,
      name: 'agent-1',
      kind: 'agent',
    })
    const terminal = await connect({ socketPath: daemon.state.socket, name: 'terminal', kind: 'terminal' })
    const program = demoProgram(language ?? (await chooseLanguage(agent)))
    const story = playStory({ agent, terminal, program }).then(() => EXIT.done)
    return await Promise.race([story, interrupted])
  } finally {
    await daemon.stop('the demo is over')
    await rm(home, { recursive: true, force: true })
  }
}
