import { must } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { genericAdapters } from './generic-adapters.js'

const definitions = genericAdapters.map((module) => module.definition)
const named = (id: string) => must(definitions.find((definition) => definition.id === id))

describe('generic adapters', () => {
  test.each([
    ['id', definitions.map((definition) => definition.id)],
    ['launch type', definitions.flatMap((definition) => definition.launchTypes)],
    ['file ending', definitions.flatMap((definition) => definition.programs)],
  ])('no %s means two adapters', (_what, all) => expect(all).toEqual([...new Set(all)]))

  test.each(definitions)('$id: a port is asked for exactly where the process needs one', ({ start }) => {
    const args = start.kind === 'connect' ? [] : start.args
    const wantsPort = start.kind === 'listen' || start.kind === 'dial-back'
    expect(args.some((arg) => arg.includes('${port}'))).toBe(wantsPort)
  })

  test('mux 1: each language writes "or" in its own words', () => {
    const joined = (id: string) => {
      const { open, or, close } = must(named(id).traits.conditions)
      return ['a', 'b'].map((one) => `${open}${one}${close}`).join(or)
    }
    expect({ debugpy: joined('debugpy'), delve: joined('delve'), lldb: joined('lldb') }).toEqual({
      debugpy: '(a) or (b)',
      delve: '(a) || (b)',
      lldb: '(a) || (b)',
    })
  })

  test('mux 25: lldb-vscode never gets a command outside the standard', () => {
    expect(named('lldb').traits.unknown).toBe('refuse')
  })

  test('the newest lldb is looked for first, under the name that its version has', () => {
    const commands = named('lldb').find.flatMap((place) => (place.kind === 'path' ? [place.command] : []))
    expect(commands[0]).toBe('lldb-dap')
    expect(commands.indexOf('lldb-dap-19')).toBeLessThan(commands.indexOf('lldb-dap-18'))
    expect(commands.indexOf('lldb-dap-18')).toBeLessThan(commands.indexOf('lldb-vscode-17'))
    expect(commands).toContain('lldb-vscode-14')
  })
})
