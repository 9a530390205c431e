import { describe, expect, test } from 'vitest'
import { coreCatalogue, ownDapEvents, type RequestName } from '@dapplex/protocol'
import { joined, runningRig, type Rig, type RigClient } from '../../test/rig.js'

const IN_FILE = { path: '/a.py', line: 3, condition: 'x > 1' }
const file = { source: { path: '/a.py' }, breakpoints: [{ line: 3 }] }
const verified = { breakpoints: [{ id: 7, verified: true, line: 3 }] }

/** A program that runs, an editor and an agent. */
interface Crew {
  readonly rig: Rig
  readonly editor: RigClient
  readonly agent: RigClient
}

function crew(): Crew {
  const { rig, first: editor } = runningRig()
  return { rig, editor, agent: joined(rig, 'agent', { profile: { kind: 'agent' } }) }
}

function addBreakpoint({ rig, agent }: Crew): number {
  const seq = agent.send('dapplex_breakpointAdd', IN_FILE)
  rig.reply('setBreakpoints', verified)
  return agent.answer(seq).body.breakpoint.id
}

interface Case {
  readonly name: Exclude<keyof typeof coreCatalogue, 'dapplex_hello'>
  readonly why: string
  /** Gives the body of the real answer. */
  readonly answered: (all: Crew) => unknown
}

const cases: readonly Case[] = [
  {
    name: 'dapplex_breakpointAdd',
    why: 'a condition and a verdict of the adapter',
    answered({ rig, agent }) {
      const seq = agent.send('dapplex_breakpointAdd', IN_FILE)
      rig.reply('setBreakpoints', verified)
      return bodyOf(agent, seq)
    },
  },
  {
    name: 'dapplex_breakpointAdd',
    why: 'a function',
    answered({ rig, agent }) {
      const seq = agent.send('dapplex_breakpointAdd', { function: 'main' })
      rig.reply('setFunctionBreakpoints', { breakpoints: [{ verified: false, message: 'not loaded' }] })
      return bodyOf(agent, seq)
    },
  },
  {
    name: 'dapplex_breakpointEnable',
    why: 'switched off',
    answered(all) {
      const seq = all.agent.send('dapplex_breakpointEnable', { id: addBreakpoint(all), enabled: false })
      all.rig.reply('setBreakpoints', { breakpoints: [] })
      return bodyOf(all.agent, seq)
    },
  },
  {
    name: 'dapplex_breakpointRemove',
    why: 'nothing is left',
    answered(all) {
      const seq = all.agent.send('dapplex_breakpointRemove', { id: addBreakpoint(all) })
      all.rig.reply('setBreakpoints', { breakpoints: [] })
      return bodyOf(all.agent, seq)
    },
  },
  {
    name: 'dapplex_controlAcquire',
    why: 'with a lease and a reason',
    answered: ({ agent }) => answerOf(agent, 'dapplex_controlAcquire', { leaseMs: 1000, reason: 'stepping' }),
  },
  {
    name: 'dapplex_controlRelease',
    why: 'after a lease',
    answered({ agent }) {
      agent.send('dapplex_controlAcquire')
      return answerOf(agent, 'dapplex_controlRelease')
    },
  },
  { name: 'dapplex_controlStatus', why: 'shared', answered: ({ agent }) => answerOf(agent, 'dapplex_controlStatus') },
  {
    name: 'dapplex_message',
    why: 'to everybody',
    answered: ({ agent }) => answerOf(agent, 'dapplex_message', { text: 'look at line 3' }),
  },
  {
    name: 'dapplex_state',
    why: 'of a stopped program',
    answered({ rig, agent }) {
      rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
      return answerOf(agent, 'dapplex_state')
    },
  },
]

/** A job in a program that runs, and what its owner asks of it. */
const inJob =
  (name: Case['name'], args: Record<string, unknown>, act: (rig: Rig) => void = () => undefined): Case['answered'] =>
  ({ rig, agent }) => {
    agent.send('dapplex_jobBegin', { tool: 'probe_run', timeoutMs: 1000 })
    agent.send('dapplex_jobBreakpoint', { path: '/a.py', line: 3 })
    rig.reply('setBreakpoints', verified)
    const seq = agent.send(name, args)
    act(rig)
    return bodyOf(agent, seq)
  }

const stopsAtBreakpoint = (rig: Rig): void =>
  rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [7] })

const jobCases: readonly Case[] = [
  {
    name: 'dapplex_jobBegin',
    why: 'at a stop',
    answered({ rig, agent }) {
      rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
      return answerOf(agent, 'dapplex_jobBegin', { tool: 'trace_run', timeoutMs: 1000 })
    },
  },
  {
    name: 'dapplex_jobWait',
    why: 'a breakpoint of the job',
    answered: inJob('dapplex_jobWait', {}, stopsAtBreakpoint),
  },
  {
    name: 'dapplex_jobMove',
    why: 'the program ends',
    answered({ rig, agent }) {
      rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
      agent.send('dapplex_jobBegin', { tool: 'probe_run', timeoutMs: 1000 })
      const seq = agent.send('dapplex_jobMove', { command: 'next' })
      rig.event('terminated')
      return bodyOf(agent, seq)
    },
  },
  {
    name: 'dapplex_jobBreakpoint',
    why: 'a function',
    answered: inJob('dapplex_jobBreakpoint', { function: 'f' }, (rig) =>
      rig.reply('setFunctionBreakpoints', { breakpoints: [{ id: 8, verified: true }] }),
    ),
  },
  {
    name: 'dapplex_jobBreakpointRemove',
    why: 'the only one',
    answered: inJob('dapplex_jobBreakpointRemove', { id: -1 }, (rig) =>
      rig.reply('setBreakpoints', { breakpoints: [] }),
    ),
  },
  {
    name: 'dapplex_jobEnd',
    why: 'the adapter has confirmed',
    answered: inJob('dapplex_jobEnd', {}, (rig) => rig.reply('setBreakpoints', { breakpoints: [] })),
  },
]

const bodyOf = (client: RigClient, seq: number): unknown => client.answer(seq).body as unknown

function answerOf(client: RigClient, command: RequestName, args?: Record<string, unknown>): unknown {
  const answer = client.answer(client.send(command, args))
  expect(answer.success).toBe(true)
  return answer.body
}

describe('mux 24: what the core says itself is what the catalogue says', () => {
  test.each([...cases, ...jobCases])('$name, $why', ({ name, answered }) => {
    const { error } = coreCatalogue[name].result.safeParse(answered(crew()))
    expect(error).toBeUndefined()
  })

  test('every request that the core answers is in the table; the front door answers dapplex_hello', () => {
    const named = new Set<string>([...[...cases, ...jobCases].map(({ name }) => name), 'dapplex_hello'])
    expect(Object.keys(coreCatalogue).filter((name) => !named.has(name))).toEqual([])
  })

  test.each([
    {
      why: "an agent's, with a condition",
      act: (all: Crew): void => void addBreakpoint(all),
      to: 'editor' as const,
    },
    {
      why: "an editor's, to another editor",
      act: ({ rig, editor }: Crew): void => {
        editor.send('setBreakpoints', file)
        rig.reply('setBreakpoints', verified)
      },
      to: 'other' as const,
    },
  ])('mux 2: dapplex_breakpoints, $why', ({ act, to }) => {
    const all = crew()
    const other = joined(all.rig, 'other')
    act(all)
    const { body } = (to === 'editor' ? all.editor : other).lastEvent('dapplex_breakpoints')
    expect(body.breakpoints).toHaveLength(1)
    expect(ownDapEvents.dapplex_breakpoints.safeParse(body).error).toBeUndefined()
  })
})
