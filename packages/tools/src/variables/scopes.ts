import { countIn, flagIn, type JsonObject, listIn, textIn, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { childCount } from './variable.js'

/** What a scope holds. `outer`: the adapter's own kind, such as a closure; `other`: globals and registers. */
export type ScopeKind = 'locals' | 'arguments' | 'outer' | 'other'

/** One scope of a frame (DAP, "Scope"). */
export interface Scope {
  readonly name: string
  readonly kind: ScopeKind
  readonly reference: number
  /** The adapter warns that reading it is slow. */
  readonly isExpensive: boolean
  readonly named?: number
  readonly indexed?: number
  /** The variables of it that are arguments, in their order, where the adapter tells them (`dapplexArguments`). */
  readonly argumentNames?: readonly string[]
}

/** @throws ToolError VARIABLES_FAILED */
export async function readScopes(on: SessionCall, frameId: number): Promise<readonly Scope[]> {
  const body = await on.ask('scopes', { frameId }, (reason) => toolError('VARIABLES_FAILED', { reason }))
  return listIn(body, 'scopes').map(decodeScope)
}

function decodeScope(scope: JsonObject): Scope {
  const named = countIn(scope, 'namedVariables')
  const indexed = countIn(scope, 'indexedVariables')
  const names: unknown = scope['dapplexArguments']
  return {
    name: textIn(scope, 'name') ?? '',
    kind: kindOf(scope),
    reference: countIn(scope, 'variablesReference') ?? 0,
    isExpensive: flagIn(scope, 'expensive'),
    ...(named === undefined ? {} : { named }),
    ...(indexed === undefined ? {} : { indexed }),
    ...(Array.isArray(names) ? { argumentNames: names.filter((name) => typeof name === 'string') } : {}),
  }
}

/** Decided by the hint (DAP, `Scope.presentationHint`). Without a hint, by the names that adapters use. */
function kindOf(scope: JsonObject): ScopeKind {
  const name = textIn(scope, 'name') ?? ''
  switch (textIn(scope, 'presentationHint')) {
    case 'locals':
      return 'locals'
    case 'arguments':
      return 'arguments'
    case 'registers':
    case 'globals':
      return 'other'
    default:
      break
  }
  if (/^(arguments?|args|parameters?)$/i.test(name)) return 'arguments'
  if (/\b(globals?|registers?)\b/i.test(name) || flagIn(scope, 'expensive')) return 'other'
  return /^locals?\b/i.test(name) ? 'locals' : 'outer'
}

/** Whether a scope can be asked for its variables. Some adapters give an empty scope no reference, and fail if asked. */
export const hasVariables = (scope: Scope): boolean => scope.reference > 0 && childCount(scope) !== 0
