import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Debugger, PausedCallFrame } from '../inspector/methods.js'
import type { Frame } from '../stops/frame.js'
import type { ThrownValue } from '../stops/stop.js'
import { containerOf, type Child, type Container } from './container.js'

/** A scope before it has a number. */
export interface ScopeRow {
  readonly name: string
  readonly container: Container
  readonly expensive: boolean
  readonly presentationHint?: Dap.Scope['presentationHint']
}

const NAMES: Readonly<Record<string, string>> = {
  local: 'Local',
  block: 'Block',
  closure: 'Closure',
  module: 'Module',
  script: 'Script',
  global: 'Global',
  catch: 'Catch',
  with: 'With',
  eval: 'Eval',
}

/** The scopes of a frame, innermost first, then the exception if the program stands for one. */
export function scopesOf(frame: Frame, thrown: ThrownValue | undefined): ScopeRow[] {
  if (frame.kind === 'label') return []
  const exception = thrown === undefined ? [] : [exceptionScope(thrown, frame.call)]
  if (frame.kind === 'past') return frame.call === undefined ? [] : exception
  const { call } = frame
  const rows = call.scopeChain.flatMap((scope, scopeNumber) => scopeRow(scope, { scopeNumber, call }))
  // `this` belongs to the function, and its variables are the innermost scope that is no block.
  const owner = rows.findIndex(({ container }) => container.kind === 'scope' && !isInner(call, container.scopeNumber))
  const withExtra = rows.map((row, index) => (index === Math.max(owner, 0) ? withRows(row, extraRows(call)) : row))
  return [...withExtra, ...exception]
}

const isInner = ({ scopeChain }: PausedCallFrame, scopeNumber: number): boolean =>
  ['block', 'catch', 'with', 'eval'].includes(scopeChain[scopeNumber]?.type ?? '')

function scopeRow(
  { type, name, object }: Debugger.Scope,
  { scopeNumber, call }: { readonly scopeNumber: number; readonly call: PausedCallFrame },
): ScopeRow[] {
  const scope = containerOf(object, { path: undefined, call })
  if (scope === undefined) return []
  const title = NAMES[type] ?? type
  const isClosure = type === 'closure' && name !== undefined && name !== ''
  return [
    {
      name: isClosure ? `${title} (${name})` : title,
      container: { kind: 'scope', call, scopeNumber, scope: { ...scope, shape: 'plain', size: 0 }, extra: [] },
      expensive: type === 'global',
      ...(isLocal(type, call) ? { presentationHint: 'locals' as const } : {}),
    },
  ]
}

/** Whether a scope belongs to the call itself. At the top level of an ES module that is the module scope. */
function isLocal(type: string, { scopeChain }: PausedCallFrame): boolean {
  if (type === 'module') return scopeChain.every((one) => one.type !== 'local')
  return type === 'local' || type === 'block' || type === 'catch'
}

/** Whether a scope has the parameters of its function. */
export const holdsArguments = (container: Container): boolean =>
  container.kind === 'scope' && container.call.scopeChain[container.scopeNumber]?.type === 'local'

function withRows(row: ScopeRow, extra: readonly Child[]): ScopeRow {
  return row.container.kind === 'scope' ? { ...row, container: { ...row.container, extra } } : row
}

function extraRows(call: PausedCallFrame): Child[] {
  const { returnValue } = call
  return [
    ...(returnValue === undefined
      ? []
      : [
          {
            name: 'return value',
            content: { kind: 'value', value: returnValue },
            hint: { kind: 'virtual', attributes: ['readOnly'] },
          } satisfies Child,
        ]),
    ...(call.this.type === 'undefined'
      ? []
      : [
          {
            name: 'this',
            content: { kind: 'value', value: call.this },
            path: 'this',
            hint: { attributes: ['readOnly'] },
          } satisfies Child,
        ]),
  ]
}

function exceptionScope({ object }: ThrownValue, call: PausedCallFrame | undefined): ScopeRow {
  const child: Child = { name: 'exception', content: { kind: 'value', value: object } }
  return { name: 'Exception', container: { kind: 'list', children: [child], call }, expensive: false }
}
