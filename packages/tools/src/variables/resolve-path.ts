import { namesRow, nearestName, parsePath, type Step, ToolError, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { evaluateRunning, readPath } from './evaluate-as-allowed.js'
import type { Evaluated } from './evaluate-in.js'
import type { Parent } from './read-children.js'
import { readChildren } from './read-children.js'
import { hasVariables, readScopes, type Scope } from './scopes.js'
import { isNullText } from './value-text.js'
import type { Variable } from './variable.js'

/** A variable, and the reference of its container (for setVariable). */
export interface Resolved {
  readonly variable: Variable
  /** Absent if the value came from an evaluation. */
  readonly container?: number
}

/** How many known names an error lists. */
const NAMES_TOLD = 50
/** How many children are searched for a name. */
const MOST_CHILDREN = 10_000

/**
 * Finds what a path names, as seen from a frame: by walking through the variables, which changes nothing; where the walk
 * ends, the adapter may still know the name (a global, a static member, a member that is not listed).
 * @throws ToolError INVALID_REFERENCE, NULL_REFERENCE, SLOT_UNBOUND, VARIABLES_FAILED
 */
export async function resolvePath(on: SessionCall, frameId: number, path: string): Promise<Resolved> {
  const { names } = on.traits.presentation
  const steps = parsePath(path, names) ?? parsePath(path, 'lisp')
  if (steps === undefined) throw unresolved(path, { reason: 'it is no path such as a.b[3].c' })
  const walked = await walk(on, frameId, steps)
  if (walked.kind === 'found') return walked.resolved
  const evaluated = await evaluatePath(on, frameId, path)
  if (evaluated?.kind === 'value')
    return { variable: { ...evaluated.value, name: lastName(steps), evaluateName: path } }
  if (evaluated?.kind === 'failed' && evaluated.failure === 'side_effects')
    throw unresolved(path, { reason: `${evaluated.reason}; evaluate runs it` })
  throw unresolved(path, walked)
}

/**
 * The variable that a path names, found by the walk alone, which runs nothing. Undefined where the walk does not find it.
 */
export async function walkPath(on: SessionCall, frameId: number, path: string): Promise<Variable | undefined> {
  const steps = parsePath(path, on.traits.presentation.names)
  const walked = steps === undefined ? undefined : await walk(on, frameId, steps)
  return walked?.kind === 'found' ? walked.resolved.variable : undefined
}

/** What the adapter knows under that name. If it cannot evaluate the name, it does not know it. */
async function evaluatePath(on: SessionCall, frameId: number, path: string): Promise<Evaluated | undefined> {
  try {
    return await readPath(on, { expression: path, frameId })
  } catch (error) {
    if (error instanceof ToolError && error.type === 'EVAL_FAILED') return undefined
    throw error
  }
}

/**
 * The value of a lazy variable (DAP, `presentationHint.lazy`). Reading it runs code of the program, so it needs the operator
 * role and is an evaluation where the variable has an expression. Without one its value is its only child.
 */
export async function readLazy(on: SessionCall, variable: Variable, frameId: number): Promise<Variable> {
  if (!variable.isLazy) return variable
  const { evaluateName, name } = variable
  const what = `reading '${evaluateName ?? name}', which runs code of the program`
  if (evaluateName !== undefined) {
    const evaluated = await evaluateRunning(on, { expression: evaluateName, frameId }, what)
    return shownLazily(variable, evaluated, evaluateName)
  }
  on.call.demandRole('operator', what)
  const { rows } = await readChildren(on, { reference: variable.reference }, { start: 0, count: 1 })
  return rows[0] === undefined ? variable : { ...rows[0], name: variable.name }
}

function shownLazily(variable: Variable, evaluated: Evaluated, evaluateName: string): Variable {
  switch (evaluated.kind) {
    case 'value':
      return { ...evaluated.value, name: variable.name, evaluateName }
    case 'thrown': {
      const { type, message } = evaluated.thrown
      return { ...variable, isLazy: false, reference: 0, value: `${type}: ${message}` }
    }
    case 'failed':
      return { ...variable, isLazy: false, reference: 0, value: evaluated.reason }
  }
}

type Walked = { readonly kind: 'found'; readonly resolved: Resolved } | Lost
interface Lost {
  readonly kind: 'lost'
  readonly reason: string
  readonly known: readonly string[]
  readonly at: string
  /** Why the path ends here, if not for an unknown name. */
  readonly because?: 'null' | 'unbound'
}

async function walk(on: SessionCall, frameId: number, [first, ...rest]: readonly [Step, ...Step[]]): Promise<Walked> {
  const listed = await findInScopes(on, frameId, first)
  const start =
    listed.kind === 'lost' && rest.length > 0 ? ((await startUnlisted(on, frameId, first)) ?? listed) : listed
  if (start.kind === 'lost') return start
  let found = start.resolved
  for (const step of rest) {
    const next = await findChild(on, await readLazy(on, found.variable, frameId), step)
    if (next.kind === 'lost') return next
    found = next.resolved
  }
  return { kind: 'found', resolved: found }
}

/** A path may begin at a global variable that no scope lists. */
async function startUnlisted(on: SessionCall, frameId: number, first: Step): Promise<Walked | undefined> {
  const evaluated = first.kind === 'member' ? await evaluatePath(on, frameId, first.name) : undefined
  return evaluated?.kind === 'value' ? { kind: 'found', resolved: { variable: evaluated.value } } : undefined
}

/** Whether a variable, as a frame names it, is none of the frame: no scope lists it, or one of globals. */
export async function isGlobal(on: SessionCall, frameId: number, name: string): Promise<boolean> {
  const found = await findInScopes(on, frameId, { kind: 'member', name })
  if (found.kind === 'lost') return true
  const scopes = await readScopes(on, frameId)
  return scopes.some(({ kind, reference }) => kind === 'other' && reference === found.resolved.container)
}

async function findInScopes(on: SessionCall, frameId: number, step: Step): Promise<Walked> {
  const known: string[] = []
  const scopes = await readScopes(on, frameId)
  for (const scope of scopes.filter(isSearched).toSorted(innerFirst)) {
    const { rows } = await readChildren(on, scope, { start: 0, count: MOST_CHILDREN })
    const variable = pick(on, rows, step)
    if (variable !== undefined) return { kind: 'found', resolved: { variable, container: scope.reference } }
    if (scope.kind !== 'other') known.push(...rows.map(({ name }) => name))
  }
  return lost(`there is no variable '${textOf(step)}' in this frame`, known, step)
}

/** If the adapter calls a scope slow, the name is evaluated instead of reading all its variables. */
const isSearched = (scope: Scope): boolean => hasVariables(scope) && !(scope.kind === 'other' && scope.isExpensive)

const ORDER = ['locals', 'arguments', 'outer', 'other'] as const
const innerFirst = (a: Scope, b: Scope) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)

async function findChild(on: SessionCall, parent: Variable, step: Step): Promise<Walked> {
  if (parent.reference === 0) return endsAt(on, parent, step)
  const direct = await findElement(on, parent, step)
  if (direct !== undefined) return { kind: 'found', resolved: { variable: direct, container: parent.reference } }
  const { rows } = await readChildren(on, parent, { start: 0, count: MOST_CHILDREN })
  const variable = pick(on, rows, step)
  if (variable !== undefined) return { kind: 'found', resolved: { variable, container: parent.reference } }
  // The target of a pointer is its only child and has no name. The members are one level deeper.
  const [only] = rows
  if (rows.length === 1 && only?.name === '') return findChild(on, only, step)
  return lost(
    `'${parent.name}' has no '${textOf(step)}'`,
    rows.map(({ name }) => name),
    step,
  )
}

/** The path goes on, but the value has no members. */
function endsAt(on: SessionCall, parent: Variable, step: Step): Lost {
  const found = lost(`'${parent.name}' is ${parent.value} and has no members`, [], step)
  if (parent.value === on.traits.presentation.literals.unbound) return { ...found, at: parent.name, because: 'unbound' }
  return isNullText(parent.value, on.traits.presentation) ? { ...found, because: 'null' } : found
}

/** One element of a long collection, without reading those before it. */
async function findElement(on: SessionCall, parent: Parent, step: Step): Promise<Variable | undefined> {
  if (step.kind !== 'index' || ((parent.indexed ?? 0) <= step.index && (parent.named ?? 0) <= step.index))
    return undefined
  const { rows } = await readChildren(on, parent, { start: step.index, count: 1 })
  return pick(on, rows, step)
}

/** The row that a step names. In a language that ignores case, another case matches too. */
function pick(on: SessionCall, rows: readonly Variable[], step: Step): Variable | undefined {
  const exact = rows.find(({ name }) => namesRow(step, name))
  if (exact !== undefined || step.kind !== 'member' || on.traits.presentation.names !== 'lisp') return exact
  return rows.find(({ name }) => name.toLowerCase() === step.name.toLowerCase())
}

function textOf(step: Step): string {
  switch (step.kind) {
    case 'member':
      return step.name
    case 'index':
      return `[${step.index}]`
    case 'key':
      return `[${step.text}]`
  }
}

const lastName = (steps: readonly Step[]): string => steps.slice(-1).map(textOf).join('')

const lost = (reason: string, known: readonly string[], step: Step): Lost => ({
  kind: 'lost',
  reason,
  known,
  at: textOf(step),
})

function unresolved(
  reference: string,
  { reason, known, at, because }: Partial<Lost> & { readonly reason: string },
): ToolError {
  if (because === 'null') return toolError('NULL_REFERENCE', { reference, reason })
  if (because === 'unbound') return toolError('SLOT_UNBOUND', { slot_name: at ?? reference })
  const names = known === undefined || known.length === 0 ? undefined : known.slice(0, NAMES_TOLD)
  const nearest = known === undefined || at === undefined ? undefined : nearestName(at, known)
  return toolError('INVALID_REFERENCE', { reference, reason, known: names, nearest })
}
