import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Captured } from '../inspector/answers.js'
import type { Debuggee } from './debuggee.js'
import { shownVariable } from './shown-variable.js'
import { placeInMachine, waitingVariables } from './waiting-frames.js'

/** Types whose listing ends netcoredbg (`void*`) or fails the whole frame (function pointers, 0x80131c4a). */
const isDeadly = (type: string) => /^void\*+$/.test(type) || type.startsWith('delegate*')

/** The variables of a frame as netcoredbg shows them. They are read once per stop. */
export function listFrame(debuggee: Debuggee, frameId: number): Promise<readonly Dap.Variable[]> {
  const known = debuggee.stop.listings.get(frameId)
  if (known !== undefined) return known
  const listing = readFrame(debuggee, frameId).then((rows) => rows.map(shownVariable))
  debuggee.stop.listings.set(frameId, listing)
  return listing
}

async function readFrame(debuggee: Debuggee, frameId: number): Promise<readonly Dap.Variable[]> {
  const waiting = debuggee.stop.waiting.get(frameId)
  if (waiting !== undefined) return waitingVariables(debuggee, waiting)
  const context = await debuggee.context(frameId)
  if (context?.variables.some((one) => isDeadly(one.type)) === true) return oneByOne(debuggee, frameId)
  const { scopes } = await debuggee.channel.body<Dap.ScopesResponse['body']>('scopes', { frameId })
  const reference = scopes[0]?.variablesReference ?? 0
  if (reference === 0) return []
  const asked = { variablesReference: reference }
  const { variables } = await debuggee.channel.body<Dap.VariablesResponse['body']>('variables', asked)
  const isClosure = variables.some((one) => one.name === 'this' && /<>c__DisplayClass\d/.test(one.type ?? ''))
  return isClosure ? withCaptured(debuggee, { variables, frameId }) : variables
}

/**
 * In an async lambda netcoredbg shows the closure as `this` and omits the captured variables. It can evaluate their names
 * (measured, netcoredbg 3.1.3).
 */
async function withCaptured(
  debuggee: Debuggee,
  { variables, frameId }: { variables: readonly Dap.Variable[]; frameId: number },
): Promise<readonly Dap.Variable[]> {
  const context = await debuggee.context(frameId)
  const listed = variables.filter((one) => one.name !== 'this')
  for (const { name } of context?.variables ?? []) {
    if (listed.some((one) => one.name === name)) continue
    const row = await evaluatedRow(debuggee, { name, frameId })
    if (row !== undefined) listed.push(row)
  }
  return listed
}

async function evaluatedRow(
  debuggee: Debuggee,
  { name, frameId }: { name: string; frameId: number },
): Promise<Dap.Variable | undefined> {
  const response = await debuggee.channel.ask('evaluate', { expression: escapedName(name), frameId })
  if (response?.success !== true) return undefined
  const { result, type, variablesReference } = (response as Dap.EvaluateResponse).body
  return { name, value: result, variablesReference, evaluateName: name, ...(type === undefined ? {} : { type }) }
}

/** Evaluates each name by itself. Variables that would end netcoredbg are listed without a value. */
async function oneByOne(debuggee: Debuggee, frameId: number): Promise<readonly Dap.Variable[]> {
  const context = await debuggee.context(frameId)
  const names = [...(context?.hasThis === true ? ['this'] : []), ...(context?.variables ?? []).map((one) => one.name)]
  const rows: Dap.Variable[] = []
  for (const name of names) {
    const declared = context?.variables.find((one) => one.name === name)
    if (declared !== undefined && isDeadly(declared.type)) {
      const type = declared.type.startsWith('delegate*') ? 'function pointer' : declared.type
      rows.push({ name, type, value: `(${type}: cannot be read by netcoredbg)`, variablesReference: 0 })
      continue
    }
    const row = await evaluatedRow(debuggee, { name, frameId })
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/** Whether netcoredbg must never see this variable. */
export async function isDeadlyName(
  debuggee: Debuggee,
  { name, frameId }: { name: string; frameId: number },
): Promise<boolean> {
  const context = await debuggee.context(frameId)
  return context?.variables.some((one) => one.name === name && isDeadly(one.type)) === true
}

/** The inspector's id for the value of a variable. Each variable is captured once per stop. */
export function captureVariable(
  debuggee: Debuggee,
  { variable, frameId }: { variable: Dap.Variable; frameId: number },
): Promise<Captured> {
  const expression = variable.evaluateName ?? variable.name
  const key = `${frameId} ${expression}`
  const known = debuggee.stop.captured.get(key)
  if (known !== undefined) return known
  const captured = capture(debuggee, { variable, frameId, expression })
  debuggee.stop.captured.set(key, captured)
  captured.catch(() => debuggee.stop.captured.delete(key))
  return captured
}

async function capture(
  debuggee: Debuggee,
  { variable, frameId, expression }: { variable: Dap.Variable; frameId: number; expression: string },
): Promise<Captured> {
  const frame = debuggee.stop.waiting.get(frameId)
  if (frame === undefined) {
    const shown = { expression: escapedName(expression), type: variable.type ?? '', value: variable.value }
    return debuggee.inspector.capture(shown, frameId)
  }
  const steps = await placeInMachine(debuggee, { frame, name: expression })
  return debuggee.inspector.call<Captured>('path', { id: frame.machine, steps }, frameId)
}

const KEYWORDS = new Set(
  'abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while'.split(
    ' ',
  ),
)

/** A variable whose name is a keyword needs an `@`. */
export const escapedName = (name: string): string => (KEYWORDS.has(name) ? `@${name}` : name)
