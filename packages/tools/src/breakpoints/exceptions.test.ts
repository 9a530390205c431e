import { describe, expect, test } from 'vitest'
import type { BreakpointView } from '@dapplex/protocol'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { editor, type Args } from '../../test/scripted/scripted-session.js'

const exceptionBreakpointFilters = [
  { filter: 'raised', label: 'Raised', default: false, supportsCondition: true, conditionDescription: 'a type' },
  { filter: 'uncaught', label: 'Uncaught', default: true },
]
const capabilities = { exceptionBreakpointFilters }
const of = (more: Partial<BreakpointView>): BreakpointView => ({
  id: 5,
  what: 'exception',
  enabled: true,
  verified: true,
  hits: 0,
  ...more,
})

function open(breakpoints: BreakpointView[] = []) {
  const daemon = new ScriptedDaemon()
  const session = daemon.open({ view: { capabilities, breakpoints } })
  session.script = {
    dapplex_breakpointAdd: (args: Args) => ({ breakpoint: of({ ...args, id: 8 }) }),
    dapplex_breakpointRemove: {},
  }
  return { daemon, session }
}

describe('breakpoint_set_exception', () => {
  test('asks the core, with both chances and types below by default', async () => {
    const { daemon, session } = open()
    expect(await daemon.call('breakpoint_set_exception', { exception_type: 'ValueError' })).toMatchObject({
      id: 8,
      what: 'exception',
      exception_type: 'ValueError',
      break_on_first_chance: true,
      break_on_second_chance: true,
      include_subtypes: true,
      kept_for: 'session',
    })
    const exception = { type: 'ValueError', firstChance: true, secondChance: true, subtypes: true }
    expect(session.asked.at(-1)?.args).toEqual({ exception })
  })
  test('with no session it is kept for the workspace', async () => {
    const daemon = new ScriptedDaemon()
    const params = { exceptionType: 'ValueError', breakOnFirstChance: false }
    expect(await daemon.call('breakpoint_set_exception', params)).toMatchObject({
      what: 'exception',
      kept_for: 'workspace',
      break_on_first_chance: false,
    })
  })
  test.each([{ exception_type: "x' or '" }, { exception_type: '' }, {}])('%j: -32602', async (params) => {
    expect(await open().daemon.fail('breakpoint_set_exception', params)).toMatchObject({
      code: -32602,
      data: { field: 'exception_type' },
    })
  })
  test('neither chance: -32602', async () => {
    const params = { exception_type: 'X', break_on_first_chance: false, break_on_second_chance: false }
    expect((await open().daemon.fail('breakpoint_set_exception', params)).code).toBe(-32602)
  })
})

describe('exception filters', () => {
  test('are listed with who has set them', async () => {
    const { daemon } = open([
      of({ filter: 'raised', condition: 'X' }),
      of({ id: 6, filter: 'uncaught', owner: editor }),
    ])
    expect(await daemon.call('exception_filters_list')).toMatchObject({
      filters: [
        { filter: 'raised', enabled: true, condition: 'X', default: false, supports_condition: true, enabled_by: [] },
        { filter: 'uncaught', enabled: false, default: true, enabled_by: [{ name: 'code' }] },
      ],
    })
  })
  test('are replaced: those that stay are not touched, those of editors neither', async () => {
    const { daemon, session } = open([
      of({ filter: 'uncaught' }),
      of({ id: 6, filter: 'raised', owner: editor }),
      of({ id: 7, filter: 'raised' }),
    ])
    const filters = ['uncaught', { filter: 'raised', condition: 'KeyError' }]
    const result = await daemon.call('exception_filters_set', { filters })
    expect(result).toMatchObject({
      breakpoints: [
        { id: 5, filter: 'uncaught' },
        { id: 8, filter: 'raised' },
      ],
    })
    expect(session.asked).toEqual([
      { command: 'dapplex_breakpointRemove', args: { id: 7 } },
      { command: 'dapplex_breakpointAdd', args: { filter: 'raised', condition: 'KeyError' } },
    ])
  })
  test('one that is not there: -32602 with the nearest; a condition that it does not take; an adapter without any', async () => {
    const { daemon, session } = open()
    expect((await daemon.fail('exception_filters_set', { filters: ['raise'] })).data).toMatchObject({
      type: 'INVALID_PARAMETER',
      field: 'filters.0',
      nearest: 'raised',
      allowed: ['raised', 'uncaught'],
    })
    const wrong = { filters: [{ filter: 'uncaught', condition: 'X' }] }
    expect((await daemon.fail('exception_filters_set', wrong)).data).toMatchObject({ field: 'filters.0.condition' })
    session.change({ capabilities: {} })
    expect((await daemon.fail('exception_filters_set', { filters: ['raised'] })).data).toMatchObject({
      type: 'UNSUPPORTED',
      capability: 'exceptionBreakpointFilters',
    })
  })
  test('with no session they are kept for the workspace', async () => {
    const daemon = new ScriptedDaemon()
    await daemon.call('exception_filters_set', { filters: ['raised', 'uncaught'] })
    await daemon.call('exception_filters_set', { filters: ['uncaught'] })
    expect(await daemon.call('exception_filters_list')).toMatchObject({
      filters: [{ filter: 'uncaught', enabled: true }],
    })
  })
})
