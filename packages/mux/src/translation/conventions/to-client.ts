import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject, namedIn } from '@dapplex/protocol'
import type { Conventions, Dialect, Shift } from '../../state/clients/conventions.js'
import { isNothing, shiftNumber, shiftPlace, shiftSource, shiftToClient } from './shift.js'

/**
 * Rule: mux 8. A client is plain when it counts lines and writes paths as the adapter does and understands every member
 * of a body.
 */
export function dialectOf(conventions: Conventions, adapterPaths: 'path' | 'uri'): Dialect {
  const shift = shiftToClient(conventions, adapterPaths)
  const lacksNothing = conventions.variableType && conventions.memoryReferences && conventions.ansiStyling
  return { shift, conventions, isPlain: isNothing(shift) && lacksNothing }
}

/** A response body in the client's conventions; the same object when nothing changes. */
export function responseToClient(command: string, body: unknown, dialect: Dialect): unknown {
  if (dialect.isPlain || !isJsonObject(body)) return body
  const rule = namedIn(responseRules, command)
  return rule === undefined ? body : rule(body, dialect)
}

/** An event body in the client's conventions; the same object when nothing changes. */
export function eventToClient(event: string, body: unknown, dialect: Dialect): unknown {
  if (dialect.isPlain || !isJsonObject(body)) return body
  const rule = namedIn(eventRules, event)
  return rule === undefined ? body : rule(body, dialect)
}

type Rule = (body: JsonObject, dialect: Dialect) => JsonObject

const place = (value: unknown, dialect: Dialect) => shiftPlace(value, dialect.shift)

/** Applies a translation to each member of a list; keeps the body when no member changed. */
function each(key: string, translate: (value: unknown, dialect: Dialect) => unknown): Rule {
  return (body, dialect) => {
    const list = body[key]
    if (!Array.isArray(list)) return body
    const next = list.map((value: unknown) => translate(value, dialect))
    return next.some((value, index) => value !== list[index]) ? { ...body, [key]: next } : body
  }
}

const whole =
  (translate: (value: unknown, dialect: Dialect) => unknown): Rule =>
  (body, dialect) =>
    translate(body, dialect) as JsonObject

/** A copy without one member; the same object when it has none. Every variable of an answer passes here. */
function without(value: unknown, key: string): unknown {
  if (!isJsonObject(value) || !(key in value)) return value
  const { [key]: _left, ...rest } = value
  return rest
}

/** Takes out what the client has not said it understands. */
function understood(value: unknown, { conventions }: Dialect): unknown {
  const typed = conventions.variableType ? value : without(value, 'type')
  return conventions.memoryReferences ? typed : without(typed, 'memoryReference')
}

const placeWithoutMemory = (value: unknown, dialect: Dialect) => {
  const placed = place(value, dialect)
  return dialect.conventions.memoryReferences ? placed : without(placed, 'instructionPointerReference')
}

/** `start` counts from where columns start; `selectionStart` always from 0 (DAP, `CompletionItem`). */
const completion = (value: unknown, { shift }: Dialect) =>
  isJsonObject(value) && typeof value['start'] === 'number' && shift.column !== 0
    ? { ...value, start: shiftNumber(value['start'], shift.column) }
    : value

const plainText = (value: unknown, key: string, { conventions }: Dialect) => {
  if (conventions.ansiStyling || !isJsonObject(value)) return value
  const text = value[key]
  return typeof text === 'string' && text.includes('\u001b[') ? { ...value, [key]: stripAnsi(text) } : value
}

/** Takes out ANSI control sequences of the form ESC [ … letter (ECMA-48, CSI). */
// eslint-disable-next-line no-control-regex -- the escape character is what is looked for
export const stripAnsi = (text: string): string => text.replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')

const responseRules: Readonly<Record<string, Rule>> = {
  stackTrace: each('stackFrames', placeWithoutMemory),
  scopes: each('scopes', place),
  variables: each('variables', understood),
  evaluate: whole(understood),
  setVariable: whole(understood),
  setExpression: whole(understood),
  setBreakpoints: each('breakpoints', placeWithoutMemory),
  setFunctionBreakpoints: each('breakpoints', placeWithoutMemory),
  setExceptionBreakpoints: each('breakpoints', placeWithoutMemory),
  setDataBreakpoints: each('breakpoints', placeWithoutMemory),
  setInstructionBreakpoints: each('breakpoints', placeWithoutMemory),
  breakpointLocations: each('breakpoints', place),
  gotoTargets: each('targets', placeWithoutMemory),
  stepInTargets: each('targets', place),
  completions: each('targets', completion),
  loadedSources: each('sources', (value, dialect) => shiftSource(value, dialect.shift)),
  disassemble: each('instructions', place),
  locations: whole(place),
}

const eventRules: Readonly<Record<string, Rule>> = {
  output: whole((value, dialect) => plainText(place(value, dialect), 'output', dialect)),
  breakpoint: (body, dialect) => ({ ...body, breakpoint: placeWithoutMemory(body['breakpoint'], dialect) }),
  loadedSource: whole(place),
  dapplex_breakpoints: each('breakpoints', (value, dialect) => shiftView(value, dialect.shift)),
}

/** A `BreakpointView`: its path stands beside its lines, not in a source. */
function shiftView(value: unknown, shift: Shift): unknown {
  if (!isJsonObject(value)) return value
  const next: JsonObject = { ...value }
  for (const key of ['line', 'actualLine'] as const) if (key in next) next[key] = shiftNumber(next[key], shift.line)
  if ('column' in next) next['column'] = shiftNumber(next['column'], shift.column)
  if (shift.path !== undefined && typeof next['path'] === 'string') next['path'] = shift.path(next['path'])
  return next
}
