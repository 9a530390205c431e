import type { Arguments } from '../arguments.js'
import { RequestFailure } from '../failure.js'
import type { Container, FramePlace, ScopeName } from './references.js'
import type { Handlers, Shim } from './shim.js'
import { valueFields } from './values.js'
import type { ChildFacts, ValueFacts, VariableFacts } from './values.js'

interface ScopeTitle {
  readonly scope: ScopeName
  readonly name: string
  readonly presentationHint?: string
}

const scopeTitles: readonly ScopeTitle[] = [
  { scope: 'local', name: 'Locals', presentationHint: 'locals' },
  { scope: 'argument', name: 'Arguments', presentationHint: 'arguments' },
  { scope: 'closure', name: 'Closed over' },
  { scope: 'dynamic', name: 'Dynamic' },
]

export function variableHandlers(shim: Shim): Handlers {
  return {
    scopes: async (args) => {
      const frame = shim.references.frame(args.int('frameId'))
      const variables = await frameVariables(shim, frame)
      const present = scopeTitles.filter(({ scope }) => scope === 'local' || variables.some((v) => v.scope === scope))
      return {
        scopes: present.map(({ scope, name, presentationHint }) => ({
          name,
          ...(presentationHint === undefined ? {} : { presentationHint }),
          variablesReference: shim.references.containerId({ kind: 'scope', frame, scope }),
          namedVariables: variables.filter((v) => v.scope === scope).length,
          expensive: false,
        })),
      }
    },
    variables: async (args) => {
      const container = shim.references.container(args.int('variablesReference'))
      return {
        variables:
          container.kind === 'scope'
            ? await scopeVariables(shim, container, args)
            : await children(shim, container, args),
      }
    },
    setVariable: async (args) => {
      const container = shim.references.container(args.int('variablesReference'))
      const [name, value] = [args.text('name'), args.text('value')]
      const { frame } = container
      const facts =
        container.kind === 'scope'
          ? await setInFrame(shim, container.frame, [name, value])
          : await shim.helper.call<ValueFacts>(
              'set-child',
              [container.id, name, value, null],
              frame?.thread ?? 'worker',
            )
      return { value: facts.value, ...valueFields(shim, facts, frame ? { frame } : {}) }
    },
  }
}

export function frameVariables(shim: Shim, frame: FramePlace): Promise<VariableFacts[]> {
  return shim.helper.call<VariableFacts[]>('variables', [frame.level, frame.index], frame.thread)
}

export function setInFrame(
  shim: Shim,
  frame: FramePlace,
  [name, value]: readonly [string, string],
): Promise<ValueFacts> {
  return shim.helper.call<ValueFacts>('set-variable', [frame.level, frame.index, name, value], frame.thread)
}

type ScopeContainer = Extract<Container, { kind: 'scope' }>
type ObjectContainer = Extract<Container, { kind: 'object' }>

async function scopeVariables(shim: Shim, { frame, scope }: ScopeContainer, args: Arguments): Promise<unknown[]> {
  if (args.textOr('filter') === 'indexed') return []
  const all = (await frameVariables(shim, frame)).filter((variable) => variable.scope === scope)
  return page(all, args).map((variable) => ({
    name: variable.name,
    value: variable.value,
    evaluateName: variable.name,
    ...valueFields(shim, variable, { frame, expression: variable.name }),
    ...(variable.writable ? {} : { presentationHint: { attributes: ['readOnly'] } }),
  }))
}

function page<Item>(all: readonly Item[], args: Arguments): readonly Item[] {
  const start = args.intOr('start') ?? 0
  const count = args.intOr('count') || all.length
  return all.slice(start, start + count)
}

/** Children listed at once when the client asks for no page. */
const pageSize = 1000

async function children(shim: Shim, container: ObjectContainer, args: Arguments): Promise<unknown[]> {
  const { frame } = container
  const request = [
    container.id,
    args.textOr('filter') ?? null,
    args.intOr('start') ?? 0,
    args.intOr('count') || pageSize,
  ]
  const facts = await shim.helper.call<ChildFacts[]>('children', request, frame?.thread ?? 'worker')
  return facts.map((child) => {
    const expression =
      container.expression !== undefined && child.accessor !== undefined
        ? child.accessor.replace('~', () => container.expression ?? '')
        : undefined
    return {
      name: child.indexed_child ? `[${child.name}]` : child.name,
      value: child.value,
      ...(expression === undefined ? {} : { evaluateName: expression }),
      ...valueFields(shim, child, { ...(frame ? { frame } : {}), ...(expression === undefined ? {} : { expression }) }),
      ...(child.writable ? {} : { presentationHint: { attributes: ['readOnly'] } }),
    }
  })
}

/** The frame named by `frameId`, or undefined. Errors: INVALID_FRAME. */
export function frameOf(shim: Shim, args: Arguments): FramePlace | undefined {
  const id = args.intOr('frameId')
  return id === undefined || id === 0 ? undefined : shim.references.frame(id)
}

export const unsupported = (capability: string, why: string): RequestFailure =>
  new RequestFailure('UNSUPPORTED', why, { capability })
