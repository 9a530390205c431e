import { isJsonObject } from '@dapplex/protocol'
import { isSensitiveKey, wordSegments } from './sensitive-key.js'
import { hasSensitiveShape } from './sensitive-value.js'

export const REDACTED = '[REDACTED]'
/** A shorter literal of the environment would match in half of all texts. */
const MINIMUM_LITERAL = 8
/** No secret of a known form is shorter. */
const SHORTEST = 5
/** Deeper values become text: no real program nests that deep, and the stack must not overflow. */
const DEEPEST = 200

export interface Redacted {
  readonly value: unknown
  /** How many values were replaced. */
  readonly count: number
}

export type Environment = Readonly<Record<string, string | undefined>>

/** In an environment a token is a credential: `GITHUB_TOKEN`. */
const isSecretVariable = (name: string): boolean => isSensitiveKey(name) || wordSegments(name).at(-1) === 'token'

/** Values of an environment's sensitive variables: they are secrets in every text (workflow 36). */
export const secretLiterals = (environment: Environment): string[] =>
  Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value.length >= MINIMUM_LITERAL && isSecretVariable(name) ? [value] : [],
  )

/**
 * Makes a redactor. `environment` gives the literal secrets: values of variables whose names are sensitive; more may be added
 * to `literals` later.
 * A hidden value is replaced whole, never in part (workflow 34). Member names are kept.
 */
export function makeRedactor(
  environment: Environment,
  literals: Set<string> = new Set(),
): (value: unknown) => Redacted {
  for (const literal of secretLiterals(environment)) literals.add(literal)
  const isSecret = (text: string) => {
    if (text.length < SHORTEST) return false
    if (hasSensitiveShape(text)) return true
    for (const literal of literals) if (text.includes(literal)) return true
    return false
  }
  return (value) => {
    const walk = new Walk(isSecret)
    return { value: walk.redact(value), count: walk.count }
  }
}

class Walk {
  count = 0
  constructor(private readonly isSecret: (text: string) => boolean) {}

  redact(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.isSecret(value) ? this.#hide() : value
    if (typeof value !== 'object' || value === null) return value
    if (depth > DEEPEST) return '[nested too deeply]'
    if (Array.isArray(value)) return value.map((item: unknown) => this.redact(item, depth + 1))
    const members = value as Readonly<Record<string, unknown>>
    const hidesValue = namesSecret(members)
    return Object.fromEntries(
      Object.entries(members).map(([key, member]) => [key, this.#member(key, { member, hidesValue, depth })]),
    )
  }

  #member(
    key: string,
    { member, hidesValue, depth }: { member: unknown; hidesValue: boolean; depth: number },
  ): unknown {
    const isHidden = isSensitiveKey(key) || (hidesValue && VALUE_MEMBERS.includes(key))
    // A flag or an empty value under a sensitive name reveals no secret.
    return isHidden && member !== null && member !== undefined && typeof member !== 'boolean'
      ? this.#hide()
      : this.redact(member, depth + 1)
  }

  #hide(): string {
    this.count++
    return REDACTED
  }
}

/** Members that name a variable, and those that then hold its content (rows of the surface's tools). */
const NAMING_MEMBERS = ['name', 'expression', 'slot_name', 'evaluate_name', 'object_ref', 'expand']
const VALUE_MEMBERS = ['value', 'previous', 'result', 'children', 'members', 'elements', 'fields']

/** The members of a call's parameters that name what its answer holds. */
export function namingMembers(params: unknown): Record<string, unknown> {
  if (typeof params !== 'object' || params === null) return {}
  // A tool's own `name` is that of an investigation, or stands in its result too.
  const { name: _name, ...own } = namesIn(params)
  return { ...('arguments' in params ? namesIn(params.arguments) : {}), ...own }
}

/** Whether a request or call asks for something by a sensitive name: its answer is then secret in any form. */
export const asksForSecret = (params: unknown): boolean => isJsonObject(params) && namesSecret(params)

const namesIn = (members: unknown): Record<string, unknown> =>
  typeof members === 'object' && members !== null
    ? Object.fromEntries(Object.entries(members).filter(([key]) => NAMING_MEMBERS.includes(key)))
    : {}

function namesSecret(members: Readonly<Record<string, unknown>>): boolean {
  return NAMING_MEMBERS.some((key) => {
    const name = members[key]
    return typeof name === 'string' && isSensitiveKey(name.split('.').at(-1) ?? name)
  })
}
