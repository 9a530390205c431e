import fc from 'fast-check'
import { toolRegistry } from '@dapplex/protocol'

/** One call of a walk. The numbers choose its parameters among what is possible when it is made. */
export interface Step {
  readonly tool: string
  readonly numbers: readonly number[]
}

/** What would leave the program that is walked through, or another program on this machine. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'debug_launch',
  'debug_attach',
  'debug_disconnect',
  'debug_restart',
  'processes_list',
  'request_spawn_workflow',
  // Any request at all, the end of the program among them.
  'dap_request',
  // They leave the code that is walked through.
  'restart_invoke',
  'frame_return',
])

/** Most tools read a program that stands; these bring it to another place. */
const OFTEN = ['debug_step', 'debug_continue', 'debug_pause', 'wait_for_stop', 'variables_get', 'stacktrace_get']

const tools = [...toolRegistry.keys()].filter((name) => !LEFT_OUT.has(name))

const step: fc.Arbitrary<Step> = fc.record({
  tool: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...tools) },
    { weight: 1, arbitrary: fc.constantFrom(...OFTEN) },
  ),
  numbers: fc.array(fc.nat({ max: 0xffff }), { minLength: 24, maxLength: 24 }),
})

/** The walk of a seed. A shorter walk is the beginning of a longer one. */
export function stepsOf(seed: number, length: number): readonly Step[] {
  return fc.sample(step, { seed, numRuns: length })
}
