import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import {
  coreCatalogue,
  requestCatalogue,
  requestNamed,
  servedCatalogue,
  servedIn,
  standardCatalogue,
} from './catalogue.js'
import { effectOf } from './effect-of.js'

/** The requests of DAP, as its own package declares them. */
const declaration = readFileSync(
  createRequire(import.meta.url).resolve('@vscode/debugprotocol/lib/debugProtocol.d.ts'),
  'utf8',
)
const declared = [...declaration.matchAll(/\/\/ command: '(\w+)'/g)].map(([, name = '']) => name)
/** What an adapter asks of its client. */
const REVERSE = ['runInTerminal', 'startDebugging']
/** The core answers these whether the adapter can or not, or sends them only where it has to. */
const OPTIONAL = ['supportsCancelRequest', 'supportsConfigurationDoneRequest', 'supportsRestartRequest']

describe('the catalogue', () => {
  test('has every request of DAP that a client sends, and no other', () => {
    expect(declared.length).toBeGreaterThan(40)
    expect(Object.keys(standardCatalogue).sort()).toEqual(declared.filter((name) => !REVERSE.includes(name)).sort())
  })
  test('knows the capability of each request that needs one', () => {
    const capabilities = new Set([...declaration.matchAll(/^\s+(supports\w+)\?/gm)].map(([, name]) => name))
    const flags = Object.values(requestCatalogue).flatMap((one) => ('flag' in one ? [one.flag] : []))
    expect(flags.filter((flag) => !capabilities.has(flag))).toEqual([])
    // DAP says it of each such request in the same words.
    const said = [...declaration.matchAll(/only call this request if the corresponding capability `(\w+)` is true/g)]
    expect(said.length).toBeGreaterThan(20)
    expect(said.flatMap(([, name = '']) => (flags.includes(name as never) ? [] : [name])).sort()).toEqual(OPTIONAL)
  })
  test('names no request twice, and begins those of dapplex with its name', () => {
    const own = [...Object.keys(servedCatalogue), ...Object.keys(coreCatalogue)]
    expect(new Set(own).size).toBe(own.length)
    expect(own.filter((name) => !name.startsWith('dapplex_'))).toEqual([])
    expect(own.length + Object.keys(standardCatalogue).length).toBe(Object.keys(requestCatalogue).length)
  })
  test('each argument that decides the effect is a parameter', () => {
    const lacking = Object.entries(requestCatalogue).flatMap(([name, request]) => {
      const { params } = request
      const shape = 'shape' in params ? Object.keys(params.shape) : []
      const deciding = [
        ...('expression' in request ? [request.expression] : []),
        ...('with' in request ? Object.keys(request.with) : []),
      ]
      return deciding.filter((argument) => !shape.includes(argument)).map((argument) => `${name}.${argument}`)
    })
    expect(lacking).toEqual([])
  })
  test('an adapter serves whole areas', () => {
    expect(servedIn('objects', 'types')).toEqual(expect.arrayContaining(['dapplex_objectId', 'dapplex_layout']))
    expect(servedIn()).toEqual([])
  })
  test('does not know what JavaScript knows of every object', () => {
    expect(requestNamed('constructor')).toBeUndefined()
    expect(effectOf({ command: 'toString', args: {} })).toBeUndefined()
  })
})

describe('workflow 24, mux 19: what a request does', () => {
  test.each<[string, Record<string, unknown>, ReturnType<typeof effectOf>, string]>([
    ['stackTrace', { threadId: 1 }, 'read', 'a plain read'],
    ['evaluate', { expression: 'a.b[1]', context: 'watch' }, 'read', 'a bare path'],
    ['evaluate', { expression: 'größe', context: 'watch' }, 'read', 'names need not be ASCII'],
    ['evaluate', { expression: 'map["key"]', context: 'watch' }, 'evaluate', 'an indexer runs code'],
    ['evaluate', { expression: 'a?.b', context: 'hover' }, 'evaluate', 'no bare path'],
    ['evaluate', { expression: 'a', context: 'repl' }, 'evaluate', 'a console may take it for a command'],
    ['evaluate', { expression: 'a' }, 'evaluate', 'a console, where no context is given'],
    ['setVariable', { name: 'a' }, 'write', 'a write'],
    ['configurationDone', {}, 'move', 'the program begins to run'],
    ['dapplex_restarts', {}, 'read', 'reads the debugger'],
    ['dapplex_inspectSlot', { object: 1, slot: 'a' }, 'read', 'without a value'],
    ['dapplex_inspectSlot', { object: 1, slot: 'a', value: null }, 'write', 'null is a value'],
    ['dapplex_objectInspect', { expression: 'f()' }, 'evaluate', 'an expression'],
    ['dapplex_restartInvoke', { index: 0 }, 'move', 'the program goes on'],
    ['dapplex_trace', { function: 'f' }, 'write', 'traces'],
    ['vendor_thing', {}, undefined, 'not known'],
  ])('%s %j: %s, %s', (...[command, args, effect]) => expect(effectOf({ command, args })).toBe(effect))
})
