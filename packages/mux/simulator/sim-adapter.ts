import type { JsonObject } from '@dapplex/protocol'
import type { Decision } from './decision.js'

/** A request that the simulated adapter has not answered yet. */
export interface AdapterRequest {
  readonly seq: number
  readonly command: string
  readonly args: JsonObject
}

/** How this adapter behaves: drawn once per session. */
export interface Temper {
  /** When `continued` comes: before the response, after it, after the next stop, or never. */
  readonly echo: 'before' | 'after' | 'late' | 'never'
  /**
   * As debugpy: requests that move or pause are answered in order, a resume happens some time after its answer, a pause before that
   * undoes it, and each pause of what stands is told as one more stop.
   */
  readonly tellsPausesAgain: boolean
  readonly renumbers: boolean
  readonly namesHits: boolean
  readonly capabilities: JsonObject
  /** One request in so many is refused. */
  readonly refusesOneIn: number
  /** One request in so many is never answered. */
  readonly forgetsOneIn: number
}

export interface SimAdapter {
  readonly temper: Temper
  state: 'absent' | 'open' | 'gone'
  seq: number
  requests: AdapterRequest[]
  program: 'none' | 'running' | 'stopped'
  /** Counts suspensions, so that stale ids can be told. */
  suspension: number
  isInitialized: boolean
  nextBreakpoint: number
  /** The list of each source as the adapter has it; `unknown` after it refused one. */
  readonly held: Map<string, readonly JsonObject[] | 'unknown'>
  readonly ids: Map<number, { readonly line: unknown }>
  /** Requests of its own that wait for an answer. */
  readonly asked: Set<number>
  /** A `continued` that is still to come. */
  owedContinued: number | 'all' | undefined
  /** A resume was answered, and has not happened yet. */
  isWaking: boolean
  /** Pauses of what stands that were answered and are still to be told as a stop. */
  pausesToTell: number
  /** Resumes that have happened, with the stop after them, before they were answered. */
  readonly early: Set<number>
  /** Commands it has got from this process on. */
  readonly counts: Map<string, number>
  /** Threads that are stopped. */
  readonly stopped: Set<number>
}

export const createSimAdapter = (temper: Temper): SimAdapter => ({
  temper,
  state: 'absent',
  seq: 0,
  requests: [],
  program: 'none',
  suspension: 0,
  isInitialized: false,
  nextBreakpoint: 1,
  held: new Map(),
  ids: new Map(),
  asked: new Set(),
  owedContinued: undefined,
  isWaking: false,
  pausesToTell: 0,
  early: new Set(),
  counts: new Map(),
  stopped: new Set(),
})

/** A fresh process knows nothing of the last one. */
export function renew(adapter: SimAdapter): void {
  Object.assign(adapter, { ...createSimAdapter(adapter.temper), state: 'open', suspension: adapter.suspension + 1 })
}

const flags = [
  'supportsFunctionBreakpoints',
  'supportsSetVariable',
  'supportsTerminateRequest',
  'supportsRestartRequest',
  'supportsCancelRequest',
  'supportsModulesRequest',
  'supportsDataBreakpoints',
]

/** One adapter in four; only where a stop holds all threads. */
export const tellsPauses = ({ a, c }: Pick<Decision, 'a' | 'c'>): boolean => (a & 512) === 0 && (c & 64) !== 0

export function drawTemper({ a, b, c }: Decision): Temper {
  const capabilities: JsonObject = { supportsConfigurationDoneRequest: (a & 7) !== 0 }
  flags.forEach((flag, index) => {
    if ((b >> index) & 1) capabilities[flag] = true
  })
  const tellsPausesAgain = tellsPauses({ a, c })
  return {
    echo: tellsPausesAgain ? 'after' : ((['before', 'after', 'late', 'never'] as const)[c & 3] ?? 'never'),
    tellsPausesAgain,
    renumbers: (c & 4) !== 0,
    namesHits: (c & 8) !== 0,
    capabilities,
    refusesOneIn: (c & 16) !== 0 ? 8 : 50,
    forgetsOneIn: (c & 32) !== 0 ? 20 : 200,
  }
}

/** The body of a successful answer; ids alias from one suspension to the next, as with real adapters. */
export function answerBody(adapter: SimAdapter, request: AdapterRequest, { b, c }: Decision): unknown {
  switch (request.command) {
    case 'initialize':
      return adapter.temper.capabilities
    case 'threads':
      return { threads: [1, 2, 3].map((id) => ({ id, name: `thread ${id}` })) }
    case 'stackTrace':
      return { stackFrames: [frame(1, c), frame(2, c + 1)], totalFrames: 2 }
    case 'scopes':
      return { scopes: [{ name: 'Locals', variablesReference: 1 + (b & 3), expensive: false }] }
    case 'variables':
      return { variables: [{ name: 'x', value: '1', variablesReference: c & 3 }] }
    case 'evaluate':
      return { result: (c & 1) === 0 ? 'true' : 'false', variablesReference: c & 3 }
    case 'setBreakpoints':
    case 'setFunctionBreakpoints':
    case 'setDataBreakpoints':
      return { breakpoints: placed(adapter, request, c) }
    case 'continue':
      return (c & 1) === 0 ? { allThreadsContinued: true } : {}
    default:
      return undefined
  }
}

const frame = (id: number, line: number) => ({
  id,
  name: `f${id}`,
  line: 1 + (line % 6),
  column: 1,
  source: { path: `/src/${line % 3}.x` },
})

function placed(adapter: SimAdapter, { args, command }: AdapterRequest, c: number): JsonObject[] {
  const requested = (args['breakpoints'] ?? []) as readonly JsonObject[]
  const key = command === 'setBreakpoints' ? fileOf(args) : command
  adapter.held.set(key, requested)
  if (adapter.temper.renumbers) adapter.nextBreakpoint += 1
  return requested.map((one, index) => {
    const id = adapter.temper.renumbers ? (adapter.nextBreakpoint += 1) : hash(key) * 100 + index
    adapter.ids.set(id, { line: one['line'] })
    return { id, verified: ((c >> index) & 1) === 0, line: one['line'] }
  })
}

/** One name for all spellings of a file. */
export function fileOf(args: JsonObject): string {
  const path = (args['source'] as JsonObject | undefined)?.['path']
  return typeof path === 'string' ? path.replace('file://', '').toLowerCase() : ''
}

function hash(text: string): number {
  let value = 7
  for (const letter of text) value = (value * 31 + letter.charCodeAt(0)) % 9973
  return value
}
