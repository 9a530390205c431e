import type { JsonObject, ToolResult } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'
import { booleanIn, countIn, flagIn, listIn, objectIn, textIn, textsIn } from '../dap/decode.js'
import { present } from '../present.js'
import { issueObject } from '../variables/issue-object.js'
import { decodeVariable } from '../variables/variable.js'

type ClassResult = ToolResult<'inspect_class'>
type FunctionResult = ToolResult<'inspect_function'>
type PackageResult = ToolResult<'inspect_package'>

/** The description of a class as an adapter gives it, as inspect_class documents it. */
export const classRow = (on: SessionCall, body: JsonObject, name: string): ClassResult =>
  present({
    class_name: textIn(body, 'class_name') ?? name,
    kind: textIn(body, 'kind') ?? 'class',
    documentation: textIn(body, 'documentation'),
    superclasses: textsIn(body, 'superclasses'),
    direct_superclasses: Array.isArray(body['direct_superclasses']) ? textsIn(body, 'direct_superclasses') : undefined,
    subclasses: textsIn(body, 'subclasses'),
    slots: listIn(body, 'slots').map(slotRow),
    methods: listIn(body, 'methods').map(methodRow),
    location: locationIn(body),
    object_id: definitionId(on, body, textIn(body, 'class_name') ?? name),
    module: textIn(body, 'module'),
  })

const slotRow = (slot: JsonObject): ClassResult['slots'][number] =>
  present({
    name: textIn(slot, 'name') ?? '',
    type: textIn(slot, 'type'),
    allocation: textIn(slot, 'allocation') ?? 'instance',
    initargs: textsIn(slot, 'initargs'),
    initform: textIn(slot, 'initform'),
    documentation: textIn(slot, 'documentation'),
    direct: flagIn(slot, 'direct'),
    computed: flagIn(slot, 'computed') ? (true as const) : undefined,
    writable: booleanIn(slot, 'writable'),
  })

const methodRow = (method: JsonObject): ClassResult['methods'][number] =>
  present({
    name: textIn(method, 'name') ?? '',
    qualifiers: listOf(method, 'qualifiers'),
    specializers: listOf(method, 'specializers'),
    lambda_list: textIn(method, 'lambda_list'),
    type: textIn(method, 'type'),
    returns: textIn(method, 'returns'),
  })

export const functionRow = (on: SessionCall, body: JsonObject, name: string): FunctionResult =>
  present({
    symbol: textIn(body, 'symbol') ?? name,
    kind: textIn(body, 'kind') ?? 'function',
    lambda_list: textIn(body, 'lambda_list') ?? '()',
    documentation: textIn(body, 'documentation'),
    type: textIn(body, 'type'),
    location: locationIn(body),
    methods: Array.isArray(body['methods']) ? listIn(body, 'methods').map(methodRow) : undefined,
    object_id: definitionId(on, body, textIn(body, 'symbol') ?? name),
  })

/** What was asked for: a page of its symbols. */
interface PackageSpec {
  readonly name: string
  readonly start: number
  readonly count: number
}

export function packageRow(on: SessionCall, body: JsonObject, { name, start, count }: PackageSpec): PackageResult {
  const symbols = listIn(body, 'symbols')
    .slice(0, count)
    .map((symbol) =>
      present({
        name: textIn(symbol, 'name') ?? '',
        kinds: textsIn(symbol, 'kinds'),
        external: booleanIn(symbol, 'external'),
      }),
    )
  const total = countIn(body, 'total_symbols') ?? symbols.length
  return present({
    package_name: textIn(body, 'package_name') ?? name,
    nicknames: textsIn(body, 'nicknames'),
    uses: textsIn(body, 'uses'),
    used_by: textsIn(body, 'used_by'),
    documentation: textIn(body, 'documentation'),
    symbols,
    total_symbols: total,
    internal_symbols: countIn(body, 'internal_symbols'),
    truncated: start + symbols.length < total ? (true as const) : undefined,
    object_id: definitionId(on, body, name),
  })
}

const listOf = (object: JsonObject, key: string): string[] | undefined =>
  Array.isArray(object[key]) ? textsIn(object, key) : undefined

function locationIn(body: JsonObject): ClassResult['location'] {
  const location = objectIn(body, 'location')
  if (location === undefined) return undefined
  const [file, line, column] = [textIn(location, 'file'), countIn(location, 'line'), countIn(location, 'column')]
  return present({ file, line, column })
}

/** A class, function or package is an object too, where the adapter numbers it. */
function definitionId(on: SessionCall, body: JsonObject, value: string): number | undefined {
  return issueObject(on, decodeVariable({ dapplexObject: body['object_id'], value }), 'evaluate')
}
