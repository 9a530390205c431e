import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { INTROSPECTION_TOOLS } from './introspection-tools.js'

/** Seed 002, "Tool Definitions". */
interface Document {
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly params: readonly {
      readonly name: string
      readonly type: string
      readonly required: boolean
      readonly description: string
      readonly values?: readonly string[]
    }[]
  }[]
}
const { tools: documented } = JSON.parse(
  readFileSync(new URL('../../../fixtures/contract/seed-002.json', import.meta.url), 'utf8'),
) as Document

describe('seed 002: the tools for an agent, exact', () => {
  test('there are six, in the documented order', () => {
    expect(documented).toHaveLength(6)
    expect(INTROSPECTION_TOOLS.map(({ name }) => name)).toEqual(documented.map(({ name }) => name))
  })
  test.each(documented)('workflow 12, 13, 14, 15, 16, 17: $name', ({ name, description, params }) => {
    const tool = INTROSPECTION_TOOLS.find((one) => one.name === name)
    expect(tool?.description).toBe(description)
    expect(tool?.input_schema.type).toBe('object')
    // Additions are optional and come last.
    expect(tool?.input_schema.required).toEqual(params.filter(({ required }) => required).map((one) => one.name))
    const properties = params.map(({ name: key, type, description: says, values }) => [
      key,
      { type, description: says, ...(values === undefined ? {} : { enum: values }) },
    ])
    expect(Object.entries(tool?.input_schema.properties ?? {}).slice(0, params.length)).toEqual(properties)
  })
})
