import type { DapMessage } from '@dapplex/protocol'
import { withinMs } from '../../adapters/supervise/within-ms.js'

/** Counts the editors that have configured a session (DAP, "Launch Sequencing"): their configurationDone was answered. */
export class ConfiguredEditors {
  readonly #isEditor: (client: number) => boolean
  readonly #listeners = new Set<() => void>()

  constructor(isEditor: (client: number) => boolean) {
    this.#isEditor = isEditor
  }

  /** Call it for every message to a client. */
  sent(client: number, message: DapMessage): void {
    if (this.#listeners.size > 0 && isConfigured(message) && this.#isEditor(client))
      for (const listener of [...this.#listeners]) listener()
  }

  /** Resolves when this many more editors are ready, or after the time; with their number. */
  async until(count: number, ms: number): Promise<number> {
    if (count === 0) return 0
    let configured = 0
    let listener: () => void = () => undefined
    const all = new Promise<void>((resolve) => {
      listener = () => {
        configured += 1
        if (configured >= count) resolve()
      }
    })
    this.#listeners.add(listener)
    await withinMs(all, ms)
    this.#listeners.delete(listener)
    return configured
  }
}

function isConfigured(message: DapMessage): boolean {
  const { type, command, success } = message as DapMessage & { readonly command?: unknown; readonly success?: unknown }
  return type === 'response' && command === 'configurationDone' && success === true
}
