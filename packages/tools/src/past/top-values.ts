import { ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { locationOf } from '../stop/location.js'
import type { Frame } from '../stop/frame.js'
import { readStack } from '../stop/read-stack.js'
import { frameScopes, readScope } from '../variables/frame-scopes.js'
import { hasVariables } from '../variables/scopes.js'
import { valueText } from '../variables/value-text.js'
import type { PastStop } from '../port/past.js'

const MOST_FRAMES = 100
const MOST_VALUES = 100

/** What a recorded stop shows at a glance. */
export interface Glance {
  readonly location: ReturnType<typeof locationOf> | undefined
  /** The function of the values below. */
  readonly function: string | undefined
  /** Of the first frame whose variables were read. */
  readonly values: ReadonlyMap<string, string>
}

/** Reads a glance; what was not recorded is absent. */
export async function glanceAt(on: SessionCall, stop: PastStop): Promise<Glance> {
  const frames = await framesAt(on, stop)
  const [top] = frames
  const index = stop.frames[0] ?? 0
  const read = frames[index]
  const values = read === undefined || stop.frames.length === 0 ? new Map<string, string>() : await valuesIn(on, read)
  return {
    location: top === undefined ? undefined : locationOf(on, top),
    function: read?.name,
    values,
  }
}

/** The frames of the thread that stopped. */
export async function framesAt(on: SessionCall, { threadId }: PastStop): Promise<readonly Frame[]> {
  if (threadId === undefined) return []
  const stack = await recorded(readStack(on, { threadId, start: 0, count: MOST_FRAMES }))
  return stack?.frames ?? []
}

async function valuesIn(on: SessionCall, frame: Frame): Promise<Map<string, string>> {
  const values = new Map<string, string>()
  const { presentation } = on.traits
  for (const scope of (await recorded(frameScopes(on, frame))) ?? []) {
    if ((scope.kind !== 'locals' && scope.kind !== 'arguments') || !hasVariables(scope)) continue
    const rows = (await recorded(readScope(on, scope, { start: 0, count: MOST_VALUES })))?.rows ?? []
    for (const row of rows)
      if (!presentation.groupRows.includes(row.name) && !row.isLazy) values.set(row.name, valueText(row, presentation))
  }
  return values
}

/** What was recorded; undefined if it was not. */
export async function recorded<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ToolError && error.type === 'UNSUPPORTED') return undefined
    throw error
  }
}
