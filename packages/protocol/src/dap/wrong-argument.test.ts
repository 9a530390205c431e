import { describe, expect, test } from 'vitest'
import type { JsonObject } from './message.js'
import { wrongArgument } from './wrong-argument.js'

const source = { name: 'a.py', path: '/a.py', sourceReference: 0, adapterData: [1], sources: [{ path: '/b.py' }] }

describe('mux 20: an argument that is not as DAP types it', () => {
  test.each<[string, JsonObject, string, string]>([
    ['stackTrace', { threadId: 1, levels: 'x' }, 'levels', 'a whole number'],
    ['stackTrace', { threadId: 1, levels: 0.5 }, 'levels', 'a whole number'],
    ['stackTrace', { threadId: true }, 'threadId', 'a whole number'],
    ['stackTrace', { threadId: 1e300 }, 'threadId', 'a whole number below 2^53'],
    ['stackTrace', { Levels: 'x' }, 'Levels', 'a whole number'],
    ['stackTrace', { 'level\u017f': 'x' }, 'level\u017f', 'a whole number'],
    ['stackTrace', { format: 'x' }, 'format', 'an object'],
    ['stackTrace', { format: [] }, 'format', 'an object'],
    ['stackTrace', { format: { hex: 1 } }, 'format.hex', 'true or false'],
    ['variables', { filter: 1 }, 'filter', 'a string'],
    ['next', { threadId: 1, singleThread: 'yes' }, 'singleThread', 'true or false'],
    ['source', { source: { checksums: [{ checksum: 1 }] } }, 'source.checksums[0].checksum', 'a string'],
    [
      'evaluate',
      { source: { sources: [{ sources: [{ path: 1 }] }] } },
      'source.sources[0].sources[0].path',
      'a string',
    ],
    ['terminateThreads', { threadIds: 1 }, 'threadIds', 'a list'],
    ['terminateThreads', { threadIds: [1, 'x'] }, 'threadIds[1]', 'a whole number'],
    ['terminateThreads', { threadIds: [null] }, 'threadIds[0]', 'a whole number'],
    ['setBreakpoints', { source, breakpoints: [{ line: 1 }, { line: 'x' }] }, 'breakpoints[1].line', 'a whole number'],
    ['setExceptionBreakpoints', { filters: [{}] }, 'filters[0]', 'a string'],
    ['scopes', { frameId: null }, 'frameId', 'a whole number'],
    ['setBreakpoints', { source, breakpoints: [{}] }, 'breakpoints[0].line', 'a whole number'],
    ['setBreakpoints', { source, breakpoints: [5] }, 'breakpoints[0]', 'an object'],
    ['setBreakpoints', {}, 'source', 'an object with a "path" or a "sourceReference"'],
    [
      'setBreakpoints',
      { source: { name: 'a', sourceReference: 0 } },
      'source',
      'an object with a "path" or a "sourceReference"',
    ],
    ['setExceptionBreakpoints', { filterOptions: [{}] }, 'filterOptions[0].filterId', 'a string'],
  ])('%s %j: %s', (...[command, args, path, needs]) => {
    expect(wrongArgument(command, args)).toMatchObject({ path, needs })
  })

  test.each<[string, JsonObject, string]>([
    ['stackTrace', { threadId: 1, startFrame: 0, levels: 20, format: { hex: true } }, 'everything is right'],
    ['stackTrace', {}, 'adapters answer what is missing'],
    ['stackTrace', { threadId: 1, levels: null, format: { hex: null } }, 'null counts as missing'],
    ['setBreakpoints', { source: { sourceReference: 5 }, breakpoints: null }, 'a source may have no path'],
    ['stackTrace', { threadId: 1, vendor: 'x', format: { vendor: 1 } }, 'members that DAP does not know'],
    ['stackTrace', JSON.parse('{"constructor": 1, "__proto__": 2}') as JsonObject, 'names that every object has'],
    ['source', { source, sourceReference: 0 }, 'what an adapter has put into a source may have any type'],
    ['launch', { program: 5, noDebug: 'x' }, 'the arguments of a launch are the adapter’s own'],
    ['vendorRequest', { threadId: 'x' }, 'a request that DAP does not know'],
    ['constructor', { threadId: 'x' }, 'nor the name of what every object has'],
  ])('%s %j passes: %s', (...[command, args]) => expect(wrongArgument(command, args)).toBeUndefined())
})
