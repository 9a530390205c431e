import type { SessionCall } from '../call/call.js'
import type { Frame } from '../stop/frame.js'
import { argumentNames } from './argument-names.js'
import type { Children, Page } from './page.js'
import { readChildren } from './read-children.js'
import { readScopes, type Scope } from './scopes.js'
import type { Variable } from './variable.js'

/** A scope as the tools show it. */
export interface FrameScope extends Scope {
  /** Its variables where they are only a part of what the adapter lists in one scope. */
  readonly part?: () => Promise<readonly Variable[]>
}

/** Variables that are read of a scope to tell arguments from locals. */
const MOST = 10_000

/**
 * The scopes of a frame. Where the adapter lists arguments among the locals and they are known by name, they have a scope of their
 * own, ahead of the locals.
 * @throws ToolError VARIABLES_FAILED
 */
export async function frameScopes(on: SessionCall, frame: Frame): Promise<readonly FrameScope[]> {
  const scopes = await readScopes(on, frame.id)
  const isTold = on.traits.presentation.argumentNames?.from === 'scope'
  const locals = scopes.find((scope) => scope.kind === 'locals' && (!isTold || scope.argumentNames !== undefined))
  if (locals === undefined) return scopes
  const names = await argumentNames(on, frame, locals)
  return names === undefined ? scopes : scopes.flatMap((scope) => (scope === locals ? parted(on, scope, names) : scope))
}

function parted(on: SessionCall, scope: Scope, names: readonly string[]): FrameScope[] {
  let read: Promise<readonly Variable[]> | undefined
  const all = () => (read ??= readChildren(on, scope, { start: 0, count: MOST }).then(({ rows }) => rows))
  const own = async () => {
    const rows = await all()
    return names.flatMap((name) => rows.find((row) => row.name === name) ?? [])
  }
  const others = async () => {
    const taken = new Set(await own())
    return (await all()).filter((row) => !taken.has(row))
  }
  return [
    { ...scope, kind: 'arguments', part: own },
    { ...scope, part: others },
  ]
}

/** A page of the variables of a scope. @throws ToolError VARIABLES_FAILED */
export async function readScope(on: SessionCall, scope: FrameScope, page: Page): Promise<Children> {
  if (scope.part === undefined) return readChildren(on, scope, page)
  const rows = await scope.part()
  const shown = rows.slice(page.start, page.start + page.count)
  return { rows: shown, total: rows.length, hasMore: page.start + shown.length < rows.length }
}
