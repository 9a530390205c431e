import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { isJsonObject, type JsonObject } from '@dapplex/protocol'

type Shape = (body: JsonObject) => boolean

const isOf =
  (member: string, types: readonly string[]): Shape =>
  (body) =>
    types.includes(typeof body[member])
const isObject =
  (member: string): Shape =>
  (body) =>
    isJsonObject(body[member])
const isList =
  (member: string): Shape =>
  (body) =>
    Array.isArray(body[member])
const all =
  (...shapes: readonly Shape[]): Shape =>
  (body) =>
    shapes.every((shape) => shape(body))

/** A process is watched by its number, and its end is that of the session. */
const isProcess: Shape = ({ systemProcessId: pid }) =>
  pid === undefined || (typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0)

/** What the shim reads of events, by their names. */
const EVENTS: ReadonlyMap<string, Shape> = new Map([
  ['module', isObject('module')],
  ['thread', isOf('threadId', ['number'])],
  ['breakpoint', isObject('breakpoint')],
  ['process', isProcess],
  ['output', all(isOf('output', ['string']), isOf('category', ['string', 'undefined']))],
  ['stopped', all(isOf('reason', ['string']), isOf('threadId', ['number', 'undefined']))],
  ['continued', isOf('threadId', ['number', 'undefined'])],
  ['capabilities', isObject('capabilities')],
])

/** What it reads of answers while they pass. */
const ANSWERS: ReadonlyMap<string, Shape> = new Map([
  ['setBreakpoints', isList('breakpoints')],
  ['setFunctionBreakpoints', isList('breakpoints')],
  ['threads', isList('threads')],
])

const fits = (shape: Shape | undefined, body: unknown): boolean =>
  shape === undefined || (isJsonObject(body) && shape(body))

/** Whether an event has what the shim reads of it. One that has not is passed on as it is: whoever gets it knows that it is wrong. */
export function canHear({ event, body }: Pick<Dap.Event, 'event'> & { readonly body?: unknown }): boolean {
  return fits(EVENTS.get(event), body)
}

/** The answer itself, or a refusal in its place where it lacks what the shim reads of it. */
export function readable(command: string, response: Dap.Response): Dap.Response {
  if (!response.success || fits(ANSWERS.get(command), response.body)) return response
  const { seq, request_seq } = response
  const message = `netcoredbg answered ${command} without what belongs to it`
  return { seq, type: 'response', request_seq, command, success: false, message }
}
