import { surface, toolError } from '@dapplex/protocol'
import type { z } from 'zod'
import type { SessionCall } from '../call/call.js'
import { frameSubject } from '../stop/subject.js'
import { implement, memoized } from '../call/tool.js'
import { isPast, readPlace } from '../past/at-stop.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'
import type { Frame } from '../stop/frame.js'
import { frameScopes, readScope, type FrameScope } from '../variables/frame-scopes.js'
import { readChildren } from '../variables/read-children.js'
import { readLazy, resolvePath } from '../variables/resolve-path.js'
import { hasVariables } from '../variables/scopes.js'
import type { Variable } from '../variables/variable.js'
import { variableRow, variableRows, type RowPlace } from '../variables/variable-row.js'

type Params = z.output<typeof surface.variables_get.params>

const read = implement(surface.variables_get, async (params, call) => {
  const place = await readPlace(call.on(params.session_id), params.stop_id)
  const on = place.on.showing(params.max_value_length)
  const { frame } = await findFrame(on, params)
  const { expand } = params
  const rows =
    expand === undefined
      ? await frameVariables(on, frame, params)
      : await childVariables(on, frame.id, { ...params, expand })
  return present({ ...rows, recorded_stop_id: place.recordedStopId, ...place.notes })
})

export const variablesGet = memoized(surface.variables_get, read, async (params, call) => {
  const on = call.on(params.session_id)
  return isPast(on, params.stop_id) ? undefined : frameSubject(on, params)
})

async function childVariables(on: SessionCall, frameId: number, params: Params & { readonly expand: string }) {
  const { expand, start, count, max_value_length: maxValueLength } = params
  const named = (await resolvePath(on, frameId, expand)).variable
  const variable = await readLazy(on, named, frameId)
  // What has been computed is told, though nothing is in it: to read it again would run the code again.
  if (variable.reference === 0)
    return { variables: named.isLazy ? [await variableRow(on, variable, { origin: 'frame', maxValueLength })] : [] }
  const { rows, total, hasMore } = await readChildren(on, variable, { start, count })
  const variables = await variableRows(on, rows, { origin: 'frame', maxValueLength, parent: expand })
  return present({ variables, total, truncated: hasMore ? (true as const) : undefined })
}

async function frameVariables(on: SessionCall, frame: Frame, params: Params) {
  const { scope, start, count, max_value_length: maxValueLength } = params
  const placed = await placedVariables(on, await wantedScopes(on, frame, scope), start + count)
  const wanted = placed.all.filter(({ isReceiver }) => scope === 'all' || isReceiver === (scope === 'this'))
  const page = wanted.slice(start, start + count)
  const variables = []
  for (const { variable, place } of page)
    variables.push(await variableRow(on, variable, { origin: 'frame', maxValueLength, ...place }))
  const hasMore = placed.hasMore || start + page.length < wanted.length
  return present({
    variables,
    total: placed.hasMore ? undefined : wanted.length,
    truncated: hasMore ? (true as const) : undefined,
  })
}

async function wantedScopes(on: SessionCall, frame: Frame, wanted: Params['scope']): Promise<readonly FrameScope[]> {
  const scopes = (await frameScopes(on, frame)).filter(({ kind }) => kind !== 'other')
  switch (wanted) {
    case 'all':
    case 'this':
      return [...scopes.filter(isArguments), ...scopes.filter((scope) => !isArguments(scope))].filter(hasVariables)
    case 'locals':
      return scopes.filter((scope) => !isArguments(scope) && hasVariables(scope))
    case 'arguments':
      demandArguments(on, scopes)
      return scopes.filter((scope) => isArguments(scope) && hasVariables(scope))
  }
}

const isArguments = ({ kind }: FrameScope): boolean => kind === 'arguments'

/** Refuses the scope: an empty list would claim that there are no arguments. */
function demandArguments(on: SessionCall, scopes: readonly FrameScope[]): void {
  if (on.traits.presentation.argumentsScope === true || scopes.some(isArguments)) return
  const reason = 'it lists the arguments of this frame among the locals; ask for scope locals'
  const data = { capability: 'arguments scope', adapter: on.session.adapter.title, reason }
  throw toolError('UNSUPPORTED', data, `${data.adapter} does not tell arguments from locals here: ask for scope locals`)
}

interface Placed {
  readonly variable: Variable
  readonly place: RowPlace
  readonly isReceiver: boolean
}

/** The variables of several scopes in one list: the receiver first, then in the order of the scopes. */
async function placedVariables(on: SessionCall, scopes: readonly FrameScope[], most: number) {
  const all: Placed[] = []
  let hasMore = false
  for (const scope of scopes) {
    const read = await readScope(on, scope, { start: 0, count: most })
    hasMore ||= read.hasMore
    all.push(...read.rows.map((variable) => placedIn(on, scope, variable)))
  }
  return {
    all: [...all.filter(({ isReceiver }) => isReceiver), ...all.filter(({ isReceiver }) => !isReceiver)],
    hasMore,
  }
}

function placedIn(on: SessionCall, { kind, name }: FrameScope, variable: Variable): Placed {
  const isReceiver = variable.name === on.traits.presentation.receiver
  const scope = kind === 'arguments' ? 'argument' : 'local'
  const place = isReceiver ? {} : ({ scope, ...(kind === 'outer' ? { scopeName: name } : {}) } as const)
  return { variable, place, isReceiver }
}
