import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { mapSources, sourceFieldsOfAnswers, sourceFieldsOfEvents, sourceFieldsOfRequests } from './source-fields.js'

/** The interfaces of DAP that hold a `Source`, as its own package declares them. */
const declaration = readFileSync(
  createRequire(import.meta.url).resolve('@vscode/debugprotocol/lib/debugProtocol.d.ts'),
  'utf8',
)
const holders = [...declaration.matchAll(/^\tinterface (\w+)[^{]*\{\n([\s\S]*?)^\t\}/gm)]
  .filter(([, , body = '']) => /^\s+\w+\??: Source(\[\])?;/m.test(body))
  .map(([, name = '']) => name)
const ending = (end: string) =>
  holders.filter((name) => name.endsWith(end)).map((name) => name.charAt(0).toLowerCase() + name.slice(1, -end.length))

describe('mux 1: where a source stands', () => {
  test('every request that DAP lets name a source', () => {
    expect([...sourceFieldsOfRequests.keys()].sort()).toEqual(ending('Arguments').sort())
  })
  test('every event', () => {
    // `breakpoint` names it by the type Breakpoint.
    expect([...sourceFieldsOfEvents.keys()].sort()).toEqual([...ending('Event'), 'breakpoint'].sort())
  })
  test('every answer, by the types that DAP gives its members', () => {
    const rest = holders.filter((name) => !/(Arguments|Event|Response)$/.test(name))
    expect(rest.sort()).toEqual(['Breakpoint', 'DisassembledInstruction', 'Scope', 'Source', 'StackFrame'])
    expect(Object.fromEntries(sourceFieldsOfAnswers)).toEqual({
      ...Object.fromEntries(
        ['', 'Function', 'Data', 'Instruction', 'Exception'].map((kind) => [
          `set${kind}Breakpoints`,
          [['breakpoints', '*', 'source']],
        ]),
      ),
      disassemble: [['instructions', '*', 'location']],
      loadedSources: [['sources', '*']],
      locations: [['source']],
      scopes: [['scopes', '*', 'source']],
      stackTrace: [['stackFrames', '*', 'source']],
    })
    expect(ending('Response').every((command) => sourceFieldsOfAnswers.has(command))).toBe(true)
  })
  test('what does not change stays the same object', () => {
    const body = { sources: [{ path: '/a' }, { path: '/b' }] }
    expect(mapSources(body, [['sources', '*']], (source) => source)).toBe(body)
    expect(mapSources(body, [['sources', '*']], () => ({ path: '/c' }))).toEqual({
      sources: [{ path: '/c' }, { path: '/c' }],
    })
    expect(mapSources({ sources: 1 }, [['sources', '*']], () => ({}))).toEqual({ sources: 1 })
  })
})
