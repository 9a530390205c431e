import type { JsonObject } from '@dapplex/protocol'
import { countIn, effectOf, isJsonObject, textIn } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { tellAll } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import { isLazy } from '../../state/ids/references.js'
import { groupOfRequest, isAutomaticEvaluation, isStandard } from '../../state/requests/standard.js'
import type { Session } from '../../state/session.js'
import { tellOthers } from './console-line.js'

/**
 * Rule: mux 28. The others are told what one client has written: `invalidated` with `variables`, and `memory` where the
 * address is known. Never `stacks`: an editor would lose its place. A lazy value that is read, and a watch of a getter, run
 * code of the program: the others are told, but not to read again, for two editors that show it would ask each other without end.
 */
export function tellWrite(session: Session, asked: Asked, body: unknown): void {
  const { command } = asked.request
  const args = argumentsOf(asked)
  const read = readThatRuns(session, { command, args }, body)
  const what = read ?? writtenBy(session, { command, args }, body)
  if (what === undefined) return
  session.references.writes += 1
  record(session, { kind: 'written', what }, asked.client.actor)
  tellOthers(session, asked.client, what)
  if (read !== undefined) return
  tellAll(session, { event: 'invalidated', body: { areas: ['variables'] } }, asked.client)
  const memory = memoryWritten(command, args, body)
  if (memory !== undefined) tellAll(session, { event: 'memory', body: memory }, asked.client)
}

interface Done {
  readonly command: string
  readonly args: JsonObject
}

/** Whether the adapter says that code of the program ran which nobody had asked for, such as a getter. */
const hasRun = (body: unknown): boolean => isJsonObject(body) && body['dapplexRan'] === true

/** A text that says what was read and ran code of the program; undefined for any other request. */
function readThatRuns({ references }: Session, { command, args }: Done, body: unknown): string | undefined {
  if (command === 'variables' && isLazy(references, args['variablesReference']))
    return 'read a value that runs code of the program'
  if (!isAutomaticEvaluation(command, args) || !hasRun(body)) return undefined
  return `evaluated ${text(args['expression'])}, which runs code of the program`
}

/** A text that says what was written; undefined when the request writes nothing. */
function writtenBy(session: Session, { command, args }: Done, body: unknown): string | undefined {
  const readBack = hasRun(body) ? ', and read it back, which runs code of the program' : ''
  switch (command) {
    case 'setVariable':
      return `${text(args['name'])} = ${text(args['value'])}${readBack}`
    case 'setExpression':
      return `${text(args['expression'])} = ${text(args['value'])}${readBack}`
    case 'writeMemory':
      return `memory at ${text(args['memoryReference'])}`
    case 'evaluate':
      return isAutomaticEvaluation(command, args) ? undefined : `evaluated ${text(args['expression'])}`
    default:
      return isStandard(command) ? undefined : servedBy(session, { command, args })
  }
}

/** What a served request has changed or run; undefined where it only reads or where the adapter tells it. */
function servedBy({ options: { traits } }: Session, { command, args }: Done): string | undefined {
  if (groupOfRequest({ command, args }, traits) !== 'change') return undefined
  const { expression, slot, value, code, file, function: traced } = args
  switch (effectOf({ command, args }, traits.presentation.names)) {
    case 'write':
      if (slot !== undefined) return `${text(slot)} = ${typeof value === 'string' ? value : 'an object'}`
      return traced === undefined ? command : `traced ${text(traced)}`
    case 'evaluate':
      return `evaluated ${text(expression ?? code ?? file)}`
    default:
      return undefined
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '?')

function memoryWritten(command: string, args: JsonObject, body: unknown): JsonObject | undefined {
  const answered: JsonObject = isJsonObject(body) ? body : {}
  if (command === 'writeMemory') {
    const offset = countIn(args, 'offset') ?? 0
    const moved = countIn(answered, 'offset') ?? 0
    const count = countIn(answered, 'bytesWritten') ?? base64Bytes(args['data'])
    return { memoryReference: args['memoryReference'], offset: offset + moved, count }
  }
  const memoryReference = textIn(answered, 'memoryReference')
  return memoryReference !== undefined ? { memoryReference, offset: 0, count: 1 } : undefined
}

/** How many bytes a base64 text encodes. */
function base64Bytes(data: unknown): number {
  if (typeof data !== 'string') return 0
  return Math.floor((data.replace(/=+$/, '').length * 3) / 4)
}
