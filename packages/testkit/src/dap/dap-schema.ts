import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { generateDapSchema } from './generate-dap-schema.js'

/** Checks messages against the Debug Adapter Protocol (mux 24). */
export interface DapSchema {
  /**
   * What is wrong with a message, one line a problem; none if it is valid. Requests and responses are checked by command,
   * events by name. For a message outside the standard, only the envelope is checked.
   */
  check(message: unknown): readonly string[]
}

let schema: DapSchema | undefined

/** The schema, generated from the types of @vscode/debugprotocol at the first call, then kept. */
export function dapSchema(): DapSchema {
  schema ??= createSchema()
  return schema
}

function createSchema(): DapSchema {
  const root = tightened(generateDapSchema()) as JsonObject
  const ajv = new Ajv({ allErrors: true, strict: false })
  ajv.addSchema(root, 'dap')
  const compiled = new Map<string, ValidateFunction>()
  const validator = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer)
    if (known !== undefined) return known
    const validate = ajv.compile({ $ref: `dap#${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }
  const names = { commands: membersOf(root, 'DapCommands'), events: membersOf(root, 'DapEvents') }
  return { check: (message) => checkMessage(message, { names, validator }) }
}

interface Checker {
  readonly names: { readonly commands: ReadonlySet<string>; readonly events: ReadonlySet<string> }
  readonly validator: (pointer: string) => ValidateFunction
}

const DEFINITIONS = '/definitions/'

function checkMessage(message: unknown, { names, validator }: Checker): readonly string[] {
  if (!isJsonObject(message)) return ['not a JSON object']
  const { type, command, event, success } = message
  const run = (what: string, pointer: string) => {
    const validate = validator(pointer)
    return validate(message) ? [] : (validate.errors ?? []).map((error) => `${what}: ${errorText(error)}`)
  }
  const ofCommand = (kind: 'request' | 'response') =>
    typeof command === 'string' && names.commands.has(command)
      ? `${DEFINITIONS}DapCommands/properties/${command}/properties/${kind}`
      : `${DEFINITIONS}DebugProtocol.${kind === 'request' ? 'Request' : 'Response'}`
  switch (type) {
    case 'request':
      return run(`request ${String(command)}`, ofCommand('request'))
    case 'response':
      if (success === false)
        return run(`failed response to ${String(command)}`, `${DEFINITIONS}DebugProtocol.ErrorResponse`)
      return run(`response to ${String(command)}`, ofCommand('response'))
    case 'event': {
      const isKnown = typeof event === 'string' && names.events.has(event)
      return run(
        `event ${String(event)}`,
        isKnown ? `${DEFINITIONS}DapEvents/properties/${event}` : `${DEFINITIONS}DebugProtocol.Event`,
      )
    }
    default:
      return [`"type" must be request, response or event, not ${JSON.stringify(type)}`]
  }
}

const errorText = ({ instancePath, message }: ErrorObject) =>
  `${instancePath === '' ? 'message' : instancePath} ${message ?? 'is wrong'}`

function membersOf(root: JsonObject, type: string): ReadonlySet<string> {
  const definitions = root['definitions']
  const definition = isJsonObject(definitions) ? definitions[type] : undefined
  const properties = isJsonObject(definition) ? definition['properties'] : undefined
  if (!isJsonObject(properties)) throw new Error(`the generated schema has no ${type}`)
  return new Set(Object.keys(properties))
}

/**
 * TypeScript has no integers, but every number of DAP is an integer except `percentage` (progressStart, progressUpdate).
 * DAP also requires a body in an error response, whose only member is optional: adapters leave the body out, and every
 * client accepts that.
 */
function tightened(schema: unknown, key = ''): unknown {
  if (Array.isArray(schema)) return schema.map((one: unknown) => tightened(one))
  if (!isJsonObject(schema)) return schema
  const entries = Object.entries(schema).map(([name, value]) => {
    if (name === 'type' && key !== 'percentage' && key !== 'properties') return [name, integerFor(value)]
    if (name === 'required' && key === 'DebugProtocol.ErrorResponse' && Array.isArray(value)) {
      return [name, value.filter((one) => one !== 'body')]
    }
    return [name, tightened(value, name)]
  })
  return Object.fromEntries(entries) as unknown
}

function integerFor(type: unknown): unknown {
  if (type === 'number') return 'integer'
  return Array.isArray(type) ? type.map((one: unknown) => integerFor(one)) : type
}
