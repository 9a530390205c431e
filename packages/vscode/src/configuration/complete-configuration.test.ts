import { describe, expect, test } from 'vitest'
import { completeEarly, completeLate, type Completed } from './complete-configuration.js'
import type { Configuration } from './configuration.js'

const launch: Configuration = { type: 'dapplex', name: 'Run', request: 'launch' }
const attach: Configuration = { type: 'dapplex', name: 'Look', request: 'attach' }
const problemOf = (completed: Completed) => (completed.kind === 'problem' ? completed.problem : completed)

describe('F5 without launch.json', () => {
  test('debugs the file in the editor with the adapter of its language', () => {
    expect(completeEarly({}, { file: '/w/a.py', language: 'python', folder: '/w' })).toEqual({
      kind: 'ready',
      configuration: {
        type: 'dapplex',
        name: 'Python: current file',
        request: 'launch',
        dapplexAdapter: 'debugpy',
        program: '/w/a.py',
        cwd: '/w',
      },
    })
  })

  test('takes the adapter by the ending where no extension knows the language', () => {
    expect(completeEarly({}, { file: '/w/a.lisp', language: 'plaintext' })).toMatchObject({
      configuration: { dapplexAdapter: 'swank' },
    })
  })

  test.each([
    { why: 'no file is open', editor: {}, says: 'Open the program' },
    { why: 'nothing runs such a file', editor: { file: '/w/a.txt', language: 'plaintext' }, says: '/w/a.txt' },
  ])('says what to do where $why', ({ editor, says }) => {
    expect(problemOf(completeEarly({}, editor))).toContain(says)
  })
})

describe('a configuration before its variables are known', () => {
  test('keeps every key', () => {
    expect(completeEarly({ ...launch, program: '${file}', justMyCode: false }, {})).toEqual({
      kind: 'ready',
      configuration: { ...launch, program: '${file}', justMyCode: false },
    })
  })

  test('an attach without a target asks for a session', () => {
    expect(completeEarly(attach, {})).toMatchObject({ kind: 'pick', what: 'session' })
  })

  test.each([
    { why: 'another request', given: { ...launch, request: 'run' }, says: 'must be "launch" or "attach"' },
    { why: 'a launch of a session', given: { ...launch, dapplexSession: 's1' }, says: 'write "request": "attach"' },
  ])('refuses $why', ({ given, says }) => expect(problemOf(completeEarly(given, {}))).toContain(says))
})

describe('a configuration whose variables are known', () => {
  test.each([
    { program: '/w/a.py', adapter: 'debugpy' },
    { program: '/w/a.mjs', adapter: 'node' },
    { program: '/w/a.lisp', adapter: 'swank' },
    { program: '/w/bin/a.dll', adapter: 'netcoredbg' },
    { program: '/w/a.recording', adapter: 'replay' },
    { program: '/w/a.odd', adapter: undefined },
  ])('$program runs with $adapter', ({ program, adapter }) => {
    const completed = completeLate({ ...launch, program })
    expect(completed).toMatchObject({ kind: 'ready' })
    expect(completed.kind === 'ready' && completed.configuration['dapplexAdapter']).toBe(adapter)
  })

  test('an adapter that is named stays, with its own arguments', () => {
    const given = { ...launch, dapplexAdapter: 'coreclr', program: '/w/a.py', justMyCode: true }
    expect(completeLate(given)).toEqual({ kind: 'ready', configuration: given })
  })

  test.each([
    { adapter: 'debugpy', given: { processId: '42' }, becomes: { processId: 42 } },
    { adapter: 'node', given: { processId: 42 }, becomes: { pid: 42 } },
    { adapter: 'delve', given: { processId: 42 }, becomes: { mode: 'local', processId: 42 } },
    { adapter: 'debugpy', given: { port: 5678 }, becomes: { connect: { host: '127.0.0.1', port: 5678 } } },
    { adapter: 'node', given: { host: 'h', port: 9229 }, becomes: { host: 'h', port: 9229 } },
    { adapter: 'other', given: { processId: 'x' }, becomes: { processId: 'x' } },
  ])('attach of $adapter to $given is $becomes in its own words', ({ adapter, given, becomes }) => {
    expect(completeLate({ ...attach, dapplexAdapter: adapter, ...given })).toEqual({
      kind: 'ready',
      configuration: { ...attach, dapplexAdapter: adapter, ...becomes },
    })
  })

  test.each([
    { why: 'nothing to run', given: launch, says: 'add "program"' },
    { why: 'a relative path', given: { ...launch, program: 'src/a.py' }, says: '"${workspaceFolder}/src/a.py"' },
    { why: 'an attach without adapter', given: { ...attach, processId: 1 }, says: 'add "dapplexAdapter" (debugpy' },
    { why: 'a word as process', given: { ...attach, dapplexAdapter: 'node', processId: 'a' }, says: 'no process id' },
    { why: 'a Lisp process', given: { ...attach, dapplexAdapter: 'swank', processId: 4 }, says: 'give "port"' },
  ])('refuses $why', ({ given, says }) => expect(problemOf(completeLate(given))).toContain(says))
})
