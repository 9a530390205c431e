import { nearestName, type JsonObject } from '@dapplex/protocol'
import type { z } from 'zod'
import { expectedAt, membersAt } from './expected-shape.js'
import type { WrongParameter } from './invalid-parameter.js'

type Issue = z.core.$ZodIssue

/**
 * Explains an issue of the schema to the caller: which field, what is allowed, the nearest known name, and what is expected.
 * @param schema the exported schema of the parameters
 */
export function explainIssue(issue: Issue, params: unknown, schema: JsonObject): WrongParameter {
  if (issue.code === 'unrecognized_keys') return unknownParameter(issue, params, schema)
  const wrong = wrongValue(issue, params)
  return { ...wrong, hint: expectedAt(schema, wrong.field) }
}

function wrongValue(issue: Issue, params: unknown): WrongParameter {
  const field = issue.path.join('.')
  const value = valueAt(params, issue.path)
  const allowed = allowedBy(issue)
  if (value === undefined) return { field, says: `Parameter '${field}' is required: ${allowed.says}`, ...allowed.data }
  const nearest =
    typeof value === 'string' && Array.isArray(allowed.data.allowed)
      ? nearestName(value, allowed.data.allowed as string[])
      : undefined
  return { field, says: `Parameter '${field}' must be ${allowed.says}`, value, ...allowed.data, nearest }
}

function unknownParameter(
  issue: Extract<Issue, { code: 'unrecognized_keys' }>,
  params: unknown,
  schema: JsonObject,
): WrongParameter {
  const name = issue.keys[0] ?? ''
  const path = issue.path.map(String)
  const field = [...path, name].join('.')
  const names = membersAt(schema, path)
  const nearest = nearestName(name, names)
  const guess =
    nearest === undefined
      ? names.length === 0
        ? ''
        : `; there are ${names.join(', ')}`
      : `; did you mean '${nearest}'?`
  return {
    field,
    says: `Unknown parameter '${field}'${guess}`,
    value: valueAt(params, [...issue.path, name]),
    ...(names.length === 0 ? {} : { allowed: names }),
    nearest,
    hint: expectedAt(schema, path.length === 0 ? (nearest ?? name) : field),
  }
}

interface Allowed {
  readonly says: string
  readonly data: { readonly allowed?: unknown }
}

function allowedBy(issue: Issue): Allowed {
  switch (issue.code) {
    case 'invalid_type':
      return named(typeName(issue.expected))
    case 'invalid_value':
      return { says: `one of ${issue.values.map(String).join(', ')}`, data: { allowed: issue.values } }
    case 'too_small':
      return named(sized(issue.origin, 'at least', issue.minimum))
    case 'too_big':
      return named(sized(issue.origin, 'at most', issue.maximum))
    case 'custom':
      return named(String(issue.params?.['allowed'] ?? issue.message))
    case 'invalid_union':
      return named(
        [...new Set(issue.errors.flatMap((errors) => errors.map((one) => allowedBy(one).says)))].join(', or '),
      )
    default:
      return named(issue.message)
  }
}

const named = (says: string): Allowed => ({ says, data: { allowed: says } })

function sized(origin: string, which: string, limit: number | bigint): string {
  if (origin === 'string')
    return which === 'at least' && Number(limit) === 1
      ? 'text that is not empty'
      : `text of ${which} ${limit} characters`
  return origin === 'array' ? `a list of ${which} ${limit}` : `${which} ${limit}`
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const typeName = (expected: string): string => TYPES[expected] ?? expected

function valueAt(params: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], params)
}
