import type { Arguments } from '../dap/arguments.js'
import type { Container, FramePlace, ScopeName } from '../session/references.js'
import type { Handlers, Shim } from '../session/shim.js'
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

/** How long what `scopes` has read may serve the `variables` that follow it. */
const freshMs = 500

/** The variables that `scopes` read, for the first `variables` of each of its scopes; any write in between ends that. */
class Prefetched {
  private readonly entries = new Map<number, { facts: VariableFacts[]; writes: number; at: number }>()
  constructor(private readonly shim: Shim) {}

  put(reference: number, facts: VariableFacts[]): void {
    if (this.entries.size > 1000) this.entries.clear()
    this.entries.set(reference, { facts, writes: this.shim.writes, at: performance.now() })
  }

  take(reference: number): VariableFacts[] | undefined {
    const entry = this.entries.get(reference)
    this.entries.delete(reference)
    const fresh = entry && entry.writes === this.shim.writes && performance.now() - entry.at < freshMs
    return fresh ? entry.facts : undefined
  }
}

export function variableHandlers(shim: Shim): Handlers {
  const prefetched = new Prefetched(shim)
  const scopeReference = (frame: FramePlace, scope: ScopeName, facts: VariableFacts[]): number => {
    const reference = shim.references.containerId({ kind: 'scope', frame, scope })
    prefetched.put(reference, facts)
    return reference
  }
  return {
    scopes: async (args) => {
      const frame = shim.references.frame(args.int('frameId'))
      const variables = await frameVariables(shim, frame)
      const present = scopeTitles.filter(({ scope }) => scope === 'local' || variables.some((v) => v.scope === scope))
      return {
        scopes: present.map(({ scope, name, presentationHint }) => ({
          name,
          ...(presentationHint === undefined ? {} : { presentationHint }),
          variablesReference: scopeReference(frame, scope, variables),
          namedVariables: variables.filter((v) => v.scope === scope).length,
          expensive: false,
        })),
      }
    },
    variables: async (args) => {
      const reference = args.int('variablesReference')
      const container = shim.references.container(reference)
      if (container.kind === 'object') return { variables: await children(shim, container, args) }
      const facts = prefetched.take(reference) ?? (await frameVariables(shim, container.frame))
      return { variables: scopeVariables(shim, { container, facts }, args) }
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

function scopeVariables(
  shim: Shim,
  { container, facts }: { container: ScopeContainer; facts: readonly VariableFacts[] },
  args: Arguments,
): unknown[] {
  if (args.textOr('filter') === 'indexed') return []
  const { frame, scope } = container
  const all = facts.filter((variable) => variable.scope === scope)
  return page(all, args).map((variable) => ({
    name: variable.name,
    value: variable.value,
    ...(variable.expression === undefined ? {} : { evaluateName: variable.expression }),
    ...valueFields(shim, variable, {
      frame,
      ...(variable.expression === undefined ? {} : { expression: variable.expression }),
    }),
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
    ...(frame ? [frame.level, frame.index] : []),
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
