import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anthropicTools,
  errorCatalogue,
  toolRegistry,
  type OpenRpcDocument,
  type OpenRpcMethod,
} from '@dapplex/protocol'
import { fixture } from '@dapplex/testkit'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { fieldAt } from './schema-field.js'

interface Parameter {
  readonly name: string
  readonly type?: string
  readonly required?: boolean
  readonly default?: unknown
  readonly description?: string
  readonly values?: readonly string[]
}
interface ToolContract {
  readonly name: string
  readonly description?: string
  readonly params: readonly Parameter[]
  /** Seeds: JSON type by path of the field. */
  readonly result: Readonly<Record<string, string>>
  readonly values?: Readonly<Record<string, readonly string[]>>
  readonly errors: readonly string[]
  readonly examples: readonly Readonly<Record<string, unknown>>[]
}
interface Seed {
  readonly document: string
  /** The document defines each tool as a caller sees it. */
  readonly definitions?: true
  readonly tools: readonly ToolContract[]
}
interface SurfaceContract {
  readonly tools: readonly {
    readonly name: string
    readonly params: readonly Parameter[]
    readonly result: readonly string[]
    readonly errors: readonly string[]
    /** It is another name of this tool. */
    readonly alsoCalled?: string
  }[]
  readonly errors: readonly string[]
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../fixtures/contract/${name}.json`, import.meta.url), 'utf8'))

/** What the running daemon says of itself. */
let document: OpenRpcDocument
let host: TestDaemon
beforeAll(async () => {
  host = await testDaemon({ modules: [] })
  const agent = await host.agent()
  document = await agent.call('rpc.discover')
})
afterAll(() => host.stop())

function methodOf(name: string): OpenRpcMethod {
  const method = document.methods.find((one) => one.name === name)
  if (method === undefined) throw new Error(`the surface has no ${name}`)
  return method
}
const parameterOf = (method: OpenRpcMethod, name: string) => method.params.find((one) => one.name === name)
const fieldOf = (method: OpenRpcMethod, path: string) =>
  fieldAt(method.result.schema, path, document.components.schemas)

describe.each(['seed-000', 'seed-001', 'seed-002'])('%s, line by line', (name) => {
  const seed = read(name) as Seed
  describe.each(seed.tools)('$name', (tool) => {
    test('is a tool, described in the words of the document', () => {
      methodOf(tool.name)
      const exported = anthropicTools().find((one) => one.name === tool.name)
      // Where the document gives a whole definition its description is exact, elsewhere it comes first.
      const says = tool.description ?? ''
      if (seed.definitions === true && says !== '') expect(exported?.description).toBe(says)
      else expect(exported?.description).toContain(says)
    })
    // One that the document only names has its parameters in the surface.
    if (tool.description !== undefined)
      test('its parameters come first, as they stand there', () => {
        const method = methodOf(tool.name)
        const schemas = method.params.slice(0, tool.params.length).map(({ name, required, schema }) => ({
          name,
          required,
          type: schema.type ?? 'any',
          description: schema['description'],
        }))
        const wanted = tool.params.map(({ name, type, required, description }) => ({
          name,
          required,
          type,
          description,
        }))
        expect(schemas).toEqual(wanted)
        for (const { name, default: value, values } of tool.params) {
          const schema = parameterOf(method, name)?.schema
          if (value !== undefined) expect(schema?.['default'], name).toBe(value)
          if (values !== undefined) expect(schema?.['enum'], name).toEqual(values)
        }
        expect(method.params.slice(tool.params.length).filter(({ required }) => required)).toEqual([])
      })
    test.each(Object.entries(tool.result))('its result has %s: %s', (path, type) => {
      expect(fieldOf(methodOf(tool.name), path)?.types).toContain(type)
    })
    test.each(Object.entries(tool.values ?? {}))('%s may be each of %j', (path, values) => {
      expect(fieldOf(methodOf(tool.name), path)?.values).toEqual(expect.arrayContaining([...values]))
    })
    test.each(tool.errors)('it raises %s', (type) => {
      expect(methodOf(tool.name).errors.map(({ data }) => data.type)).toContain(type)
    })
  })
})

const surface = read('surface') as SurfaceContract

describe('the surface, tool by tool', () => {
  test.each(surface.tools)('$name', ({ name, params, result, errors, alsoCalled }) => {
    const method = methodOf(alsoCalled ?? name)
    if (alsoCalled !== undefined) expect(toolRegistry.get(alsoCalled)?.alsoCalled).toHaveProperty(name)
    const known = method.params.map((one) => one.name)
    expect(known).toEqual(expect.arrayContaining(params.map((one) => one.name)))
    for (const { name: parameter, default: value, required } of params) {
      if (value !== undefined) expect(parameterOf(method, parameter)?.schema['default'], parameter).toBe(value)
      expect(parameterOf(method, parameter)?.required, parameter).toBe(required === true)
    }
    expect(result.filter((path) => fieldOf(method, path) === undefined)).toEqual([])
    const raised = method.errors.map(({ data }) => data.type)
    expect(raised).toEqual(expect.arrayContaining([...errors]))
  })

  test('no tool is a stranger to it', () => {
    const decided = ['adapters_list', 'workflow_tree']
    const listed = [...surface.tools.map(({ name }) => name), ...decided]
    expect(document.methods.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([])
  })
})

test('its errors are in the catalogue, but for those that nothing raises', () => {
  const decisions = readFileSync(fixture('../docs/decisions.md'), 'utf8')
  const missing = surface.errors.filter((type) => !(type in errorCatalogue))
  expect(missing.filter((type) => !decisions.includes(`\`${type}\``))).toEqual([])
})
