import { describe, expect, test } from 'vitest'
import { argumentsOf } from './arguments.js'
import { DAP_DEFAULTS, readConventions, type Conventions } from './conventions.js'

const read = (args: object) => readConventions(argumentsOf('initialize', args))

describe('how a client counts', () => {
  test.each<[object, Conventions, string]>([
    [{}, DAP_DEFAULTS, 'it says nothing'],
    [{ linesStartAt1: true, columnsStartAt1: true }, { lineBase: 1, columnBase: 1 }, 'from 1'],
    [{ linesStartAt1: false }, { lineBase: 0, columnBase: 1 }, 'lines from 0 only'],
    [{ columnsStartAt1: false }, { lineBase: 1, columnBase: 0 }, 'columns from 0 only'],
    [{ linesStartAt1: null, pathFormat: null }, DAP_DEFAULTS, 'null is as good as nothing'],
    [{ pathFormat: 'path' }, DAP_DEFAULTS, 'with native paths'],
  ])('%j: %j (%s)', (args, want) => expect(read(args)).toEqual(want))
  test.each([
    [{ pathFormat: 'uri' }, 'pathFormat "uri" is not supported: send native paths (pathFormat "path")'],
    [{ linesStartAt1: 1 }, 'initialize: linesStartAt1 must be true or false, not 1'],
  ])('%j is refused in words', (args, words) => expect(() => read(args)).toThrow(words))
})
