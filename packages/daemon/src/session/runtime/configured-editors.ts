import { isResponse, type DapMessage } from '@dapplex/protocol'
import { withinMs } from '../../adapters/supervise/within-ms.js'
import type { Invitation } from './invitation.js'

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

  /** Resolves when all that were invited and may still come are ready, or after the time; with the number that is ready. */
  async until(invitation: Invitation, ms: number): Promise<number> {
    let configured = 0
    let look: () => void = () => undefined
    const all = new Promise<void>((resolve) => {
      look = () => {
        if (configured >= invitation.expected) resolve()
      }
    })
    const onConfigured = () => {
      configured += 1
      look()
    }
    this.#listeners.add(onConfigured)
    const stop = invitation.onChange(look)
    look()
    await withinMs(all, ms)
    stop()
    this.#listeners.delete(onConfigured)
    return configured
  }
}

const isConfigured = (message: DapMessage): boolean =>
  isResponse(message) && message.command === 'configurationDone' && message.success
