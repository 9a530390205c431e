import { isJsonObject } from '@dapplex/protocol'
import { makeRedactor, mayHoldSecret, secretLiterals, type Redacted } from '@dapplex/workflow'
import { changePacked, mayHoldPackedList } from './packed-text.js'

/** Removes secrets from everything that is stored (workflow 34 to 37), including those of each launched program. */
export class Redactor {
  readonly #literals: Set<string>
  /** The literals as they stand in JSON. Literals are only ever added. */
  #printed: readonly string[] = []
  readonly #redact: (value: unknown) => Redacted

  constructor(environment: NodeJS.ProcessEnv, literals: readonly string[] = []) {
    this.#literals = new Set([...literals, ...secretLiterals(environment)])
    this.#redact = makeRedactor(environment, this.#literals)
  }

  redact(value: unknown): Redacted {
    let count = 0
    const unpacked = changePacked(value, (inner) => {
      const redacted = this.#redact(inner)
      count += redacted.count
      return redacted.value
    })
    const whole = this.#redact(unpacked)
    return { value: whole.value, count: whole.count + count }
  }

  /** Whether printed JSON may hold a secret. False is certain, and cheap. */
  mayHide(json: string): boolean {
    if (this.#printed.length !== this.#literals.size)
      this.#printed = [...this.#literals].map((literal) => JSON.stringify(literal).slice(1, -1))
    return mayHoldSecret(json) || mayHoldPackedList(json) || this.#printed.some((literal) => json.includes(literal))
  }

  /** The environment of a program, as adapters take it: an object, or a list of `NAME=value`. */
  learn(environment: unknown): void {
    for (const literal of secretLiterals(readEnvironment(environment))) this.#literals.add(literal)
  }
}

function readEnvironment(environment: unknown): Record<string, string> {
  const entries: unknown[][] = Array.isArray(environment)
    ? environment.map(
        (line) => (typeof line === 'string' ? /^([^=]+)=(.*)$/s.exec(line)?.slice(1, 3) : undefined) ?? [],
      )
    : isJsonObject(environment)
      ? Object.entries(environment)
      : []
  return Object.fromEntries(
    entries.filter(([name, value]) => typeof name === 'string' && typeof value === 'string'),
  ) as Record<string, string>
}
