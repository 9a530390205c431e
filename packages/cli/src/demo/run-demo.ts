import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Client } from '@dapplex/client'
import { startDaemon } from '@dapplex/daemon'
import { EXIT } from '../exit/exit-codes.js'
import { readVersion } from '../daemon/version.js'
import type { DemoLanguage } from './languages.js'
import { adapterOf, demoProgram, PREFERRED } from './languages.js'
import { playStory } from './story.js'

/**
 * Plays the demo on a separate daemon in this process, with a temporary folder. It touches nothing of the user's, and the
 * end of this process ends the daemon, the adapter and the program.
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

/** The first of the preferred languages whose adapter this machine has. */
async function chooseLanguage(client: Client): Promise<DemoLanguage> {
  const { adapters } = (await client.call('adapters_list', {})) as { adapters: { id: string; found: boolean }[] }
  const isFound = (language: DemoLanguage) => adapters.some((one) => one.id === adapterOf(language) && one.found)
  return PREFERRED.find(isFound) ?? 'node'
}
