import { describe, expect, test } from 'vitest'
import { toolRegistry } from '../tools/registry.js'
import { openRpcDocument } from './openrpc.js'

describe('openRpcDocument', () => {
  const document = openRpcDocument('1.2.3')
  test('has every tool, by name, with its required parameters', () => {
    expect(document.methods.map(({ name }) => name)).toEqual([...toolRegistry.keys()])
    const inspect = document.methods.find(({ name }) => name === 'inspect_object')
    expect(inspect?.params.filter(({ required }) => required).map(({ name }) => name)).toEqual(['id'])
  })
  test('every reference leads somewhere in the document', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    )
    expect(references.length).toBeGreaterThan(0)
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(references))
    expect(JSON.stringify(document)).not.toContain('#/$defs/')
  })
  test('an error says its code', () => {
    const errors = document.methods.find(({ name }) => name === 'stacktrace_get')?.errors
    expect(errors).toContainEqual(expect.objectContaining({ code: -32602, data: { type: 'INVALID_PARAMETER' } }))
    expect(errors).toContainEqual(expect.objectContaining({ code: -32000, data: { type: 'NOT_PAUSED' } }))
  })
})
