import { describe, expect, test } from 'vitest'
import { exportedSchema } from '../derive/json-schema.js'
import { errorCatalogue, type ErrorType } from './catalogue.js'
import type { ErrorEntry } from './catalogue/entry.js'
import { errorFromDap, errorToDap } from './dap-failure.js'
import { toolError } from './make-tool-error.js'

const entries = Object.entries(errorCatalogue) as [ErrorType, ErrorEntry][]
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

describe.each(entries)('%s', (type, { says, then, data, rule }) => {
  const fields = Object.keys(exportedSchema(data, 'result').properties ?? {})
  test('its sentence and its advice name only fields of its data', () =>
    expect(places(`${says} ${then ?? ''}`).filter((name) => !fields.includes(name))).toEqual([]))
  test('it cites a rule and has no member that the wire needs itself', () => {
    expect(rule).toMatch(/^(surface|seed \d{3}|mux \d+|workflow, \w+|workflow \d+)/)
    expect(fields.filter((name) => name === 'type' || name === 'hint')).toEqual([])
  })
  test('it survives the way through a failed DAP response', () => {
    const error = toolError(type, {}, 'why')
    expect(errorFromDap(errorToDap(error))?.type).toBe(type)
    expect(errorFromDap(errorToDap(error))?.message).toBe('why')
  })
})
