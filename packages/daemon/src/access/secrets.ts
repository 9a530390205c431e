import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import type { Identity } from './identity.js'

/** Who does not see values that look like secrets; `mask_secrets` of the user's dapplex.jsonc. */
export type MaskSecrets = 'nobody' | 'observers' | 'agents'

/** Parameters that name the value that a result holds. */
const NAMING = ['expression', 'object_ref', 'slot_name', 'expand', 'name'] as const

/** Replaces values that look like secrets, by name or form, with `[REDACTED]` for observers and, if configured, for agents. */
export class Secrets {
  readonly #from: MaskSecrets
  readonly #redact: (value: unknown) => unknown

  constructor(from: MaskSecrets, redact: (value: unknown) => unknown) {
    this.#from = from
    this.#redact = redact
  }

  areHiddenFrom({ role, kind }: Pick<Identity, 'role' | 'kind'>): boolean {
    switch (this.#from) {
      case 'nobody':
        return false
      case 'observers':
        return role === 'observer'
      case 'agents':
        return role === 'observer' || kind === 'agent'
    }
  }

  /** A result, a notification or a DAP body without its secrets; shares nothing with the original. */
  hide<T extends object>(value: T): T {
    return this.#redact(value) as T
  }

  /** What a tool answered: the parameters say what it is the value of (`evaluate {expression: "user.password"}`). */
  hideInResult(params: unknown, result: JsonObject): JsonObject {
    const given = isJsonObject(params) ? params : {}
    const names = NAMING.flatMap((name) => (name in given && !(name in result) ? [[name, given[name]]] : []))
    const hidden = this.hide({ ...(Object.fromEntries(names) as JsonObject), ...result })
    return Object.fromEntries(Object.entries(hidden).filter(([key]) => key in result))
  }
}
