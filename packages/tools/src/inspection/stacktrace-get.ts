import { surface, ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { subjectOf } from '../stop/subject.js'
import { implement, memoized } from '../call/tool.js'
import { isPast, readPlace } from '../past/at-stop.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { pausedThread } from '../stop/paused-thread.js'
import { readStack } from '../stop/read-stack.js'
import { changedSources } from '../sources/changed-sources.js'
import { cut } from '../text/cut.js'
import { functionName } from '../text/function-name.js'
import { frameScopes, readScope } from '../variables/frame-scopes.js'
import { hasVariables } from '../variables/scopes.js'
import { valueText } from '../variables/value-text.js'

/** For how many frames the arguments are read. Each costs two or three requests. */
const MOST_WITH_ARGUMENTS = 10
const MOST_ARGUMENTS = 50
const LONGEST_VALUE = 200

const read = implement(surface.stacktrace_get, async (params, call) => {
  const { on, recordedStopId, notes } = await readPlace(call.on(params.session_id), params.stop_id)
  const threadId = await pausedThread(on, params.thread_id)
  const stack = await readStack(on, { threadId, start: params.start_frame, count: params.max_frames, counts: true })
  const changed = await changedSources(
    on,
    stack.frames.map((frame) => (frame.sourceReference === undefined ? frame.path : undefined)),
  )
  const rows = []
  for (const [index, frame] of stack.frames.entries()) {
    const args = index < MOST_WITH_ARGUMENTS && !frame.isExternal ? await readArguments(on, frame) : undefined
    rows.push(frameRow(on, frame, { index: stack.start + index, args, changed }))
  }
  return present({
    thread_id: threadId,
    total_frames: stack.total,
    frames: rows,
    recorded_stop_id: recordedStopId,
    ...notes,
  })
})

export const stacktraceGet = memoized(surface.stacktrace_get, read, async (params, call) => {
  const on = call.on(params.session_id)
  if (isPast(on, params.stop_id)) return undefined
  return subjectOf(on, params, { thread_id: await pausedThread(on, params.thread_id) })
})

type Argument = { readonly name: string; readonly type?: string; readonly value: string }

interface RowSetting {
  readonly index: number
  readonly args: Argument[] | undefined
  readonly changed: ReadonlySet<string>
}

function frameRow(on: SessionCall, frame: Frame, { index, args, changed }: RowSetting) {
  const { name, raw, isAsync } = functionName(frame.name, on.traits.presentation)
  return present({
    index,
    function: name,
    file: frame.path,
    line: frame.line,
    column: frame.column,
    module: moduleName(on, frame),
    arguments: args,
    is_external: frame.isExternal ? (true as const) : undefined,
    is_async: (frame.isAsync ?? isAsync) === true ? (true as const) : undefined,
    raw_function: raw,
    source_reference: frame.sourceReference,
    source_changed: frame.path !== undefined && changed.has(frame.path) ? (true as const) : undefined,
  })
}

function moduleName(on: SessionCall, { moduleId }: Frame): string | undefined {
  return moduleId === undefined ? undefined : on.view.modules.find(({ id }) => id === moduleId)?.name
}

/** The arguments of a frame; undefined if they are not known or this frame cannot be read. The stack is complete without them. */
async function readArguments(on: SessionCall, frame: Frame): Promise<Argument[] | undefined> {
  const { argumentsScope, argumentNames } = on.traits.presentation
  if (argumentsScope === false && argumentNames === undefined) return undefined
  try {
    return await argumentsOf(on, frame)
  } catch (error) {
    if (error instanceof ToolError && UNKNOWN.has(error.type)) return undefined
    throw error
  }
}

/** The adapter cannot read them, or they were not recorded: of a past stop only the first frames have values. */
const UNKNOWN: ReadonlySet<ToolError['type']> = new Set(['VARIABLES_FAILED', 'UNSUPPORTED'])

async function argumentsOf(on: SessionCall, frame: Frame): Promise<Argument[] | undefined> {
  const scope = (await frameScopes(on, frame)).find(({ kind }) => kind === 'arguments')
  if (scope === undefined || !hasVariables(scope)) return undefined
  const { rows } = await readScope(on, scope, { start: 0, count: MOST_ARGUMENTS })
  const { presentation } = on.traits
  const own = rows.filter(({ name }) => name !== presentation.receiver)
  return own.map((row) =>
    present({ name: row.name, type: row.type, value: cut(valueText(row, presentation), LONGEST_VALUE).text }),
  )
}
