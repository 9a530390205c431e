import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import { isBarePath } from '@dapplex/tools'
import type { EpochMove } from '@dapplex/workflow'

type Names = Parameters<typeof isBarePath>[1]

/** Requests that only read, or change something that no inspection shows. */
const READS: ReadonlySet<string> = new Set([
  'initialize',
  'threads',
  'stackTrace',
  'scopes',
  'variables',
  'source',
  'modules',
  'loadedSources',
  'exceptionInfo',
  'stepInTargets',
  'gotoTargets',
  'completions',
  'readMemory',
  'disassemble',
  'locations',
  'breakpointLocations',
  'dataBreakpointInfo',
  'setBreakpoints',
  'setFunctionBreakpoints',
  'setExceptionBreakpoints',
  'setDataBreakpoints',
  'setInstructionBreakpoints',
  'cancel',
  'pause',
  'dapplex_objectInspect',
  'dapplex_inspectObject',
])

const MOVES: Readonly<Record<string, EpochMove>> = {
  setVariable: 'written',
  setExpression: 'written',
  writeMemory: 'written',
  restart: 'restarted',
  launch: 'restarted',
  attach: 'restarted',
  disconnect: 'disconnected',
  terminate: 'disconnected',
  continue: 'resume-sent',
  next: 'resume-sent',
  stepIn: 'resume-sent',
  stepOut: 'resume-sent',
  stepBack: 'resume-sent',
  reverseContinue: 'resume-sent',
  restartFrame: 'resume-sent',
  goto: 'resume-sent',
}

/**
 * How a request that is sent to the adapter moves the session's epoch, whoever sent it (workflow 24); undefined where it only
 * reads. A bare path is a read unless it is typed at a console, where it may be a command. What is not known moves it.
 */
export function epochMove(message: unknown, names: Names): EpochMove | undefined {
  if (!isJsonObject(message) || message['type'] !== 'request' || typeof message['command'] !== 'string')
    return undefined
  const { command } = message
  if (READS.has(command)) return undefined
  const args: JsonObject = isJsonObject(message['arguments']) ? message['arguments'] : {}
  if (command === 'evaluate') return isRead(args, names) ? undefined : 'evaluated'
  if (command === 'dapplex_inspectSlot') return 'value' in args ? 'written' : undefined
  return MOVES[command] ?? 'evaluated'
}

function isRead({ expression, context }: JsonObject, names: Names): boolean {
  return typeof expression === 'string' && context !== 'repl' && context !== undefined && isBarePath(expression, names)
}
