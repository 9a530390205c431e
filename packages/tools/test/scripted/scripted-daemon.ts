import {
  toolRegistry,
  type BreakpointView,
  type Role,
  type TestFramework,
  type ToolName,
  type ToolResult,
} from '@dapplex/protocol'
import {
  callTool,
  type AttachRequest,
  type LaunchRequest,
  type ObjectEntry,
  type SessionsPort,
} from '../../src/index.js'
import { findTool } from '../../src/call/find-tool.js'
import { ScriptedSession, type SessionSetup } from './scripted-session.js'
import { ScriptedWorkflow } from './scripted-workflow.js'

/** What a tool answers; a test may look into it under any name. */
export type ToolAnswer<N extends ToolName> = ToolResult<N> & Record<string, unknown>

/** Every result counts its bytes in `_meta`. What a test compares is the rest. */
function counted({ _meta, ...own }: Record<string, unknown>): Record<string, unknown> {
  const { bytes, ...meta } = _meta as Record<string, unknown>
  if (bytes !== Buffer.byteLength(JSON.stringify(own))) throw new Error(`_meta.bytes is ${String(bytes)}`)
  return Object.keys(meta).length === 0 ? own : { ...own, _meta: meta }
}

/** The tools' whole world, in memory. Results are held against the registry's result schema by every call. */
export class ScriptedDaemon implements SessionsPort {
  readonly sessions: ScriptedSession[] = []
  readonly launches: LaunchRequest[] = []
  readonly attaches: AttachRequest[] = []
  readonly notifications: { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[] = []
  readonly kept: BreakpointView[] = []
  readonly workflow = new ScriptedWorkflow()
  selected: string | undefined
  folder: string | undefined
  testFrameworks: readonly TestFramework[] = []
  lastStartFailed = false
  /** Sessions of others. */
  readonly strange = new Set<string>()
  role: Role = 'owner'
  /** What `launch` and `attach` give. */
  starts: () => ScriptedSession = () => this.open()
  readonly gone: (() => void)[] = []
  readonly abort = new AbortController()
  readonly #objects = new Map<number, ObjectEntry>()
  readonly #sessionListeners = new Set<(session: ScriptedSession) => void>()

  use({ id }: { readonly id: string }): void {
    if (!this.strange.has(id)) this.lastStartFailed = false
  }

  isOwn({ id }: { readonly id: string }): boolean {
    return !this.strange.has(id)
  }

  open(setup: SessionSetup = {}): ScriptedSession {
    const id = setup.id ?? `s${this.sessions.length + 1}`
    const session: ScriptedSession = new ScriptedSession(
      { ...setup, id },
      { issue: (entry) => this.#issue({ ...entry, sessionId: id, issuedAtStopId: session.view().stopId }) },
    )
    this.sessions.push(session)
    for (const listener of this.#sessionListeners) listener(session)
    return session
  }

  /** Calls a tool. Its result has the type that the catalogue gives it. */
  call<N extends ToolName>(name: N, params?: unknown): Promise<ToolAnswer<N>>
  call(name: string, params?: unknown): Promise<Record<string, unknown>>
  async call(name: string, params: unknown = {}): Promise<Record<string, unknown>> {
    const result = await callTool(name, params, {
      sessions: this,
      workflow: this.workflow,
      caller: { principal: 'me', name: 'agent-1', role: this.role },
      signal: AbortSignal.any([this.abort.signal]),
      notify: (method, body) => void this.notifications.push({ method, params: body }),
      onGone: (cleanUp) => void this.gone.push(cleanUp),
      now: () => Date.now(),
    })
    const { _meta, ...own } = result
    toolRegistry.get(findTool(name).definition.name)!.result.parse(own)
    // Undefined members would be lost on the wire: a result has none.
    return counted(JSON.parse(JSON.stringify(result)) as Record<string, unknown>)
  }

  /** The wire error of a call that must fail. */
  async fail(name: string, params: unknown = {}) {
    try {
      await this.call(name, params)
    } catch (error) {
      const { wire } = error as { wire?: { code: number; message: string; data: Record<string, unknown> } }
      if (wire !== undefined) return wire
      throw error
    }
    throw new Error(`${name} was expected to fail`)
  }

  list() {
    return this.sessions
  }
  find(sessionId: string) {
    return this.sessions.find(({ id }) => id === sessionId)
  }
  object(id: number) {
    const entry = this.#objects.get(id)
    if (entry !== undefined) return { kind: 'found' as const, entry, session: this.find(entry.sessionId) }
    return { kind: id >= 1 && id <= this.#last ? ('released' as const) : ('never_issued' as const) }
  }
  dismiss({ id }: { readonly id: string }) {
    const at = this.sessions.findIndex((one) => one.id === id)
    if (at >= 0) this.sessions.splice(at, 1)
  }
  releaseObject(id: number) {
    return this.#objects.delete(id)
  }
  launch(request: LaunchRequest) {
    this.launches.push(request)
    return Promise.resolve(this.starts())
  }
  attach(request: AttachRequest) {
    this.attaches.push(request)
    return Promise.resolve(this.starts())
  }
  adapters() {
    return Promise.resolve([{ id: 'table', title: 'Table', languages: ['any'], found: false, install: 'build one' }])
  }
  processes(adapter: string | undefined) {
    return Promise.resolve([{ pid: 42, name: 'sleep', adapter: adapter ?? 'table' }])
  }
  configurations(workspace: string | undefined) {
    const file = `${workspace ?? '/home/me'}/dapplex.jsonc`
    return Promise.resolve([
      { name: 'Run', file, request: 'launch' as const, adapter: 'table', program: '/app/main.js', args: ['-x'] },
      { name: 'Asks', file, unusable: 'it asks' },
    ])
  }
  onSession(listener: (session: ScriptedSession) => void) {
    this.#sessionListeners.add(listener)
    return () => void this.#sessionListeners.delete(listener)
  }
  readonly workspace = {
    visible: () => this.kept,
    isHere: () => true,
    add: (spec: Partial<BreakpointView>): BreakpointView => {
      const what =
        spec.exception !== undefined || spec.filter !== undefined
          ? ('exception' as const)
          : spec.function === undefined
            ? ('source' as const)
            : ('function' as const)
      const view = { ...spec, id: 100 + this.kept.length, what, enabled: true, verified: false, hits: 0 }
      this.kept.push(view)
      return view
    },
    remove: (id: number) => {
      const index = this.kept.findIndex((one) => one.id === id)
      if (index >= 0) this.kept.splice(index, 1)
      return index >= 0
    },
    enable: (id: number, enabled: boolean) => {
      const index = this.kept.findIndex((one) => one.id === id)
      const view = this.kept[index]
      if (view === undefined) return undefined
      return (this.kept[index] = { ...view, enabled })
    },
    follow: () => undefined,
    list: () => this.kept,
  }

  #last = 0
  #issue(entry: Omit<ObjectEntry, 'id'>): number {
    for (const [id, known] of this.#objects)
      if (
        known.sessionId === entry.sessionId &&
        known.reference === entry.reference &&
        known.adapterObject === entry.adapterObject
      )
        return id
    this.#last += 1
    this.#objects.set(this.#last, { ...entry, id: this.#last })
    return this.#last
  }
}
