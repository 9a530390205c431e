import type { JsonObject } from '@dapplex/protocol'
import type { Conventions } from '../../state/clients/conventions.js'

export type Decided =
  { readonly kind: 'fine'; readonly conventions: Conventions } | { readonly kind: 'refused'; readonly why: string }

/** Reads the arguments of `initialize`. An unknown pathFormat is refused: a wrong guess would lose breakpoints. */
export function decideConventions(args: JsonObject): Decided {
  const pathFormat = args['pathFormat'] ?? 'path'
  if (pathFormat !== 'path' && pathFormat !== 'uri')
    return {
      kind: 'refused',
      why: `pathFormat ${JSON.stringify(pathFormat)} is not supported; use "path" or "uri"`,
    }
  return { kind: 'fine', conventions: classify(args, pathFormat) }
}

function classify(args: JsonObject, pathFormat: 'path' | 'uri'): Conventions {
  const shape = {
    linesStartAt1: args['linesStartAt1'] !== false,
    columnsStartAt1: args['columnsStartAt1'] !== false,
    pathFormat,
    variableType: args['supportsVariableType'] === true,
    memoryReferences: args['supportsMemoryReferences'] === true,
    ansiStyling: args['supportsANSIStyling'] === true,
  }
  return {
    ...shape,
    shellArguments: args['supportsArgsCanBeInterpretedByShell'] === true,
    runInTerminal: args['supportsRunInTerminalRequest'] === true,
    startDebugging: args['supportsStartDebuggingRequest'] === true,
    progress: args['supportsProgressReporting'] === true,
    invalidated: args['supportsInvalidatedEvent'] === true,
    memoryEvent: args['supportsMemoryEvent'] === true,
    className: Object.values(shape).map(letterOf).join(''),
  }
}

const letterOf = (value: boolean | string) => (value === true || value === 'path' ? '1' : '0')

/** The conventions of a client before its initialize: DAP's defaults. */
export const defaultConventions: Conventions = classify({}, 'path')
