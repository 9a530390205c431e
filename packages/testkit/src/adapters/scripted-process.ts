import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { untilWritten } from '../machine/until-written.js'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Script } from './script.js'
import type { AdapterCommand } from './spawn-adapter.js'

/** A scripted adapter as a command that anything can start: a stdio adapter in a process of its own. */
export interface ScriptedProcess {
  readonly command: Required<Pick<AdapterCommand, 'command' | 'args'>>
  /** Lets every `wait` for this word go on. */
  tell(word: string): void
  /** Every message it received, over all the times it was started, in order. */
  received(): Dap.ProtocolMessage[]
  /** Looks again at each message that arrives, until `look` finds something. */
  untilReceived<T>(look: () => T | undefined): Promise<T>
  /** Removes its files. */
  dispose(): void
}

/** The built file, because a process cannot run the test's TypeScript. */
const MAIN = fileURLToPath(new URL('../../dist/adapters/scripted-adapter-main.js', import.meta.url))

/**
 * Writes a script down for a process.
 * @throws Error if the testkit is not built
 */
export function scriptedProcess(script: Script = {}): ScriptedProcess {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} does not exist: build the testkit first`)
  const folder = mkdtempSync(join(tmpdir(), 'scripted-adapter-'))
  writeFileSync(join(folder, 'script.json'), JSON.stringify(script))
  const log = join(folder, 'received.ndjson')
  writeFileSync(log, '')
  return {
    command: { command: process.execPath, args: [MAIN, folder] },
    tell: (word) => writeFileSync(join(folder, `told-${encodeURIComponent(word)}`), ''),
    received: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Dap.ProtocolMessage),
    untilReceived: (look) => untilWritten(log, look),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}
