import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { buildGo, missing, type ProgramName } from '@dapplex/testkit'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { addPrincipal } from '../../src/access/principals.js'
import { statePaths } from '../../src/state/state-folder.js'
import { languages, lineOf, type Language } from '../contract/languages.js'
import { endSessions } from '../support/end-sessions.js'
import { PATIENT, preparedProgram } from '../support/prepared-program.js'
import { goOrders } from './orders.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-arguments-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

const namesIn = (rows: readonly { readonly name: string }[] = []) => rows.map(({ name }) => name.toLowerCase())
const argumentsOf = async (scope = 'arguments') => namesIn((await agent.call('variables_get', { scope })).variables)

describe.each<Language>([...languages.filter(({ name }) => name !== 'C'), goOrders])(
  'arguments are told from locals: $name',
  (language) => {
    const prepared = preparedProgram(language)

    test('in variables_get, in the frames of stacktrace_get, and first in what a stop shows', async () => {
      const { source: file, adapter } = language
      const breakpoints = [{ file, line: lineOf(language, 'body') }]
      const { values = [] } = await agent.call('debug_launch', {
        program: prepared(),
        adapter,
        breakpoints,
        ...PATIENT,
      })
      expect(values.slice(0, 2)).toMatchObject([{ scope: 'argument' }, { scope: 'argument' }])
      expect(namesIn(values.slice(0, 2))).toEqual(['order', 'index'])
      expect(values[1]).toMatchObject({ value: '0' })
      expect(await argumentsOf()).toEqual(['order', 'index'])
      const locals = await argumentsOf('locals')
      expect(locals).toEqual(expect.arrayContaining(['label', 'count', 'discount']))
      expect(locals).not.toContain('index')
      const { variables } = await agent.call('variables_get')
      expect(variables.filter(({ scope }) => scope === 'argument').map(({ name }) => name.toLowerCase())).toEqual([
        'order',
        'index',
      ])
      const { frames } = await agent.call('stacktrace_get', { max_frames: 2 })
      expect(namesIn(frames[0]?.arguments)).toEqual(['order', 'index'])
      expect(frames[0]?.arguments?.[1]).toMatchObject({ value: '0' })
    })
  },
)

interface Shape {
  readonly name: string
  readonly needs: readonly ProgramName[]
  readonly file: string
  readonly lines: readonly string[]
  readonly build?: () => Promise<string>
  /** By the function that stops. */
  readonly arguments: readonly (readonly string[])[]
}

const shapes: readonly Shape[] = [
  {
    name: 'Python',
    needs: ['debugpy'],
    file: 'shapes.py',
    lines: [
      'class Shop:',
      '    def add(self, first, /, second=2, *rest, third, **others):',
      '        local = 1',
      '        return local # STOP 1',
      '    @staticmethod',
      '    def none():',
      '        local = 1',
      '        return local # STOP 2',
      'Shop().add(1, third=3)',
      'Shop.none()',
    ],
    arguments: [['first', 'second', 'third', 'rest', 'others'], []],
  },
  {
    name: 'JavaScript',
    needs: [],
    file: 'shapes.cjs',
    lines: [
      'class Shop {',
      '  add(first, { second, deep: [third] }, fourth = () => ")", ...rest) {',
      '    const local = 1',
      '    return local // STOP 1',
      '  }',
      '}',
      'const arrow = (one, two = 2) => {',
      '  const local = 1',
      '  return local // STOP 2',
      '}',
      'const bare = async item => {',
      '  const local = 1',
      '  { const inner = 2; local + inner } // STOP 3',
      '}',
      'function none() {',
      '  const local = 1',
      '  return local // STOP 4',
      '}',
      'new Shop().add(1, { second: 2, deep: [3] }, undefined, 5); arrow(1); bare(1); none()',
    ],
    arguments: [['first', 'second', 'third', 'fourth', 'rest'], ['one', 'two'], ['item'], []],
  },
  {
    name: 'Go',
    needs: ['go', 'delve'],
    file: 'main.go',
    lines: [
      'package main',
      'type Shop struct{ size int }',
      'func (shop *Shop) add(first, second int, others ...string) (sum int, err error) {',
      '\tsum = first + second + len(others)',
      '\treturn sum, nil // STOP 1',
      '}',
      'func none() int {',
      '\tlocal := 1',
      '\treturn local // STOP 2',
      '}',
      'func main() { new(Shop).add(1, 2); none() }',
    ],
    build: () => buildGo(folder),
    arguments: [['shop', 'first', 'second', 'others', 'sum', 'err'], []],
  },
]

describe.each(shapes)('parameters of every shape: $name', ({ needs, file, lines, build, arguments: wanted }) => {
  const lacks = missing(...needs)
  test('by their names, in their order; a function without any has none', async (context) => {
    if (lacks !== undefined) context.skip(lacks)
    const source = join(folder, file)
    writeFileSync(source, `${lines.join('\n')}\n`)
    if (build !== undefined) writeFileSync(join(folder, 'go.mod'), 'module shapes\n\ngo 1.19\n')
    const breakpoints = lines.flatMap((text, index) =>
      text.includes('STOP') ? [{ file: source, line: index + 1 }] : [],
    )
    await agent.call('debug_launch', { program: (await build?.()) ?? source, breakpoints, ...PATIENT })
    for (const names of wanted) {
      expect(await argumentsOf()).toEqual(names)
      await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    }
  })
})

test('an observer is told the arguments too, and reading them is no evaluation', async (context) => {
  const lacks = missing('debugpy')
  if (lacks !== undefined) context.skip(lacks)
  const python = languages.find(({ name }) => name === 'Python')
  if (python === undefined) throw new Error('no program in Python')
  const breakpoints = [{ file: python.source, line: lineOf(python, 'body') }]
  const { session_id } = await agent.call('debug_launch', { program: python.source, breakpoints, ...PATIENT })
  await agent.call('variables_get', { scope: 'arguments' })
  const { _meta: again } = await agent.call('variables_get', { scope: 'arguments' })
  expect(again.cache?.hit).toBe(true)
  const observer = await host.agentWith(
    addPrincipal(statePaths(host.home).principals, { name: 'eve', role: 'observer' }),
  )
  const { frames } = await observer.call('stacktrace_get', { session_id })
  expect(namesIn(frames[0]?.arguments)).toEqual(['order', 'index'])
  await observer.close()
})
