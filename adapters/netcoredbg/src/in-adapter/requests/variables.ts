import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { countIn, type JsonObject, textIn } from '@dapplex/protocol'
import type { InspectedChildren } from '../inspector/answers.js'
import { childVariable, readableVariables } from './dap-variables.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { listFrame } from '../debuggee/frame-variables.js'
import { formatIn, formattedVariable } from './number-format.js'
import { ReferenceTable, type Reference } from '../debuggee/reference-table.js'

/** `scopes`: arguments and locals as two scopes. netcoredbg lists them in one. */
export async function scopes(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const frameId = countIn(args, 'frameId') ?? 0
  const context = await debuggee.context(frameId)
  if (context === undefined && !debuggee.stop.waiting.has(frameId)) return debuggee.channel.body('scopes', args)
  const variables = await listFrame(debuggee, frameId)
  const parts = (['arguments', 'locals'] as const).map((part) => ({
    part,
    count: variables.filter((one) => partOf(one, context?.variables ?? []) === part).length,
  }))
  // Both scopes exist for every frame with symbols, also when one is empty.
  return {
    scopes: parts.map(({ part, count }) => ({
      name: part === 'arguments' ? 'Arguments' : 'Locals',
      presentationHint: part,
      variablesReference: debuggee.references.add({ kind: 'frame', frameId, part }),
      namedVariables: count,
      expensive: false,
    })),
  }
}

/** `variables` for references of netcoredbg and of the shim. */
export async function variables(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const number = countIn(args, 'variablesReference') ?? 0
  if (!ReferenceTable.isFromShim(number)) return debuggee.channel.body('variables', args)
  const reference = debuggee.references.get(number)
  const rows = await (reference.kind === 'frame' ? ofFrame : ofObject)(args, debuggee, reference as never)
  const format = formatIn(args)
  return { variables: rows.map((row) => formattedVariable(row, format)) }
}

async function ofFrame(args: JsonObject, debuggee: Debuggee, reference: Reference & { kind: 'frame' }) {
  const { frameId, part } = reference
  const context = await debuggee.context(frameId)
  const all = await listFrame(debuggee, frameId)
  const listed = all.filter((one) => partOf(one, context?.variables ?? []) === part)
  const start = countIn(args, 'start') ?? 0
  const count = countIn(args, 'count') ?? 0
  const page = count > 0 ? listed.slice(start, start + count) : listed.slice(start)
  return readableVariables(debuggee, { variables: page, frameId })
}

async function ofObject(args: JsonObject, debuggee: Debuggee, parent: Reference & { kind: 'object' }) {
  const parameters = {
    id: parent.id,
    view: parent.view,
    start: countIn(args, 'start'),
    count: countIn(args, 'count'),
    filter: textIn(args, 'filter'),
    sideEffects: parent.allowSideEffects,
    raw: parent.view === 'raw',
  }
  const { rows } = await debuggee.inspector.call<InspectedChildren>('children', parameters, parent.frameId)
  return rows.map((row) => childVariable(debuggee, { row, parent }))
}

type Declared = readonly { readonly name: string; readonly isArgument: boolean }[]

/** `this` is listed with the locals, as netcoredbg does. */
function partOf(variable: Dap.Variable, declared: Declared): 'arguments' | 'locals' {
  return declared.some((one) => one.isArgument && one.name === variable.name) ? 'arguments' : 'locals'
}
