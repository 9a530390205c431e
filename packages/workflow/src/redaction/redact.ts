import { isSensitiveKey } from './sensitive-key.js'
import { hasSensitiveShape } from './sensitive-value.js'

export const REDACTED = '[REDACTED]'
/** A literal of the environment shorter than this would hide half of every text. */
const MINIMUM_LITERAL = 8

export interface Redacted {
  readonly value: unknown
  /** How many values were replaced. */
  readonly count: number
}

/**
 * Makes a redactor. `environment` gives the literal secrets: values of variables whose names are sensitive.
 * A hidden value is replaced whole, never in part (workflow, "Redaction"). Member names are kept.
 */
export function makeRedactor(environment: Readonly<Record<string, string | undefined>>): (value: unknown) => Redacted {
  const literals = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value.length >= MINIMUM_LITERAL && isSensitiveKey(name) ? [value] : [],
  )
  const isSecret = (text: string) => hasSensitiveShape(text) || literals.some((literal) => text.includes(literal))
  return (value) => {
    const walk = new Walk(isSecret)
    return { value: walk.redact(value), count: walk.count }
  }
}

class Walk {
  count = 0
  constructor(private readonly isSecret: (text: string) => boolean) {}

  redact(value: unknown): unknown {
    if (typeof value === 'string') return this.isSecret(value) ? this.#hide() : value
    if (Array.isArray(value)) return value.map((item: unknown) => this.redact(item))
    if (typeof value !== 'object' || value === null) return value
    const members = value as Readonly<Record<string, unknown>>
    const hidesValue = namesSecret(members)
    return Object.fromEntries(
      Object.entries(members).map(([key, member]) => [key, this.#member(key, { member, hidesValue })]),
    )
  }

  #member(key: string, { member, hidesValue }: { member: unknown; hidesValue: boolean }): unknown {
    const isHidden = isSensitiveKey(key) || (hidesValue && VALUE_MEMBERS.includes(key))
    // A flag or nothing at all under a sensitive name tells no secret.
    return isHidden && member !== null && member !== undefined && typeof member !== 'boolean'
      ? this.#hide()
      : this.redact(member)
  }

  #hide(): string {
    this.count++
    return REDACTED
  }
}

/** Members that name a variable, and those that then hold its content (rows of the surface's tools). */
const NAMING_MEMBERS = ['name', 'expression', 'slot_name', 'evaluate_name', 'object_ref']
const VALUE_MEMBERS = ['value', 'result', 'children', 'elements', 'fields']

function namesSecret(members: Readonly<Record<string, unknown>>): boolean {
  return NAMING_MEMBERS.some((key) => {
    const name = members[key]
    return typeof name === 'string' && isSensitiveKey(name.split('.').at(-1) ?? name)
  })
}
