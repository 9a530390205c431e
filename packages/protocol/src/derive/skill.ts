import type { ToolName, ToolParams } from '../tools/registry.js'
import { coreTools } from './core-tools.js'

/** What every client shows of the skill before a model reads it (Agent Skills, `SKILL.md`: `name` and `description`). */
export const SKILL = {
  name: 'dapplex',
  description:
    'Debug a running program through dapplex: stop it at a line or an exception, read its real values, step. Use it when a program crashes, a test fails, or a value is wrong and reading the code does not tell why. Python, JavaScript, C#, Common Lisp, Go, C, C++, Rust.',
} as const

/** A subagent does the debugging in a context of its own and reports only the cause. */
export const SUBAGENT = {
  name: 'dapplex-debugger',
  description:
    'Finds the cause of a crash, a failing test or a wrong value with a real debugger (dapplex), and reports the line and the values that prove it.',
} as const

const call = <N extends ToolName>(name: N, params: ToolParams<N>): string => `\`${name} ${JSON.stringify(params)}\``

/** One start for each language, each with something that differs. */
const STARTS: readonly (readonly [string, ToolParams<'debug_launch'>])[] = [
  ['Python', { program: '/app/main.py', args: ['--fast'], breakpoints: [{ file: '/app/main.py', line: 12 }] }],
  [
    'JavaScript',
    { program: '/app/main.js', breakpoints: [{ file: '/app/lib/cart.js', line: 40, condition: 'total < 0' }] },
  ],
  ['C# (project, or built .dll)', { program: '/app/App.csproj', breakpoints: [{ file: '/app/Cart.cs', line: 31 }] }],
  ['Common Lisp', { program: '/app/main.lisp', breakpoints: [{ file: '/app/main.lisp', line: 9 }] }],
  [
    'Go (file or folder of the package)',
    { program: '/app/cmd/shop/main.go', breakpoints: [{ function: 'main.total' }] },
  ],
  ['C, C++, Rust (built with -g)', { program: '/app/build/shop', breakpoints: [{ function: 'total' }] }],
]

/** Tools of which the skill says more than the loop does, in the words of the core list. */
const MORE: readonly (keyof typeof coreTools)[] = [
  'breakpoint_set',
  'debug_step',
  'variables_get',
  'evaluate',
  'inspect_object',
  'output_get',
  'debug_disconnect',
]

const BODY = `# Debugging with dapplex

One stop at the right place tells more than many prints. Tools come from the MCP server \`dapplex\`. If only tools_find, tool_call and tool_help are there, call through tool_call. Without MCP, run \`dapplex call TOOL key=value\` in a shell.

## The loop

1. Say what you expect at one line, and what would prove you wrong.
2. Start with a breakpoint there (below). An uncaught exception stops by itself; \`"break_on": "all"\` stops at caught ones too.
3. ${call('wait_for_stop', {})}. Read the place and its lines, then ${call('variables_get', {})} and ${call('stacktrace_get', { max_frames: 5 })}.
4. Follow the wrong value back: ${call('evaluate', { expression: 'order.items[2].price', frame_index: 1 })} reads in the caller.
5. Go on: ${call('debug_step', { action: 'over' })}, or ${call('debug_continue', { wait: true })} to the next breakpoint. Set a condition instead of stepping through a loop.
6. Tell the cause: file, line, the values that prove it.
7. ${call('debug_disconnect', { terminate: true })}. After a change, ${call('debug_restart', {})} runs it again with the same breakpoints.

## Starting

${STARTS.map(([language, params]) => `- ${language}: ${call('debug_launch', params)}`).join('\n')}
- A test that fails: ${call('test_run', { target: '/app/tests/test_cart.py', name: 'test_total' })} stops at the failing assertion
- Running already: ${call('debug_attach', { pid: 4711 })}; others' sessions: ${call('sessions_list', {})}

## Tools

${MORE.map((name) => `- ${name}: ${coreTools[name].says}`).join('\n')}

## Do not

- Do not step line by line to a far place: set a breakpoint there and continue.
- Do not guess a value that you can read, nor read everything: ask for the one value that decides.
- Do not change values or call functions of the program to look at it: bare paths only read.
- Do not move a program that others look at: \`clients\` in debug_state names them, message_send asks them.
- Do not repeat a failed call unchanged: \`data.hint\` of the error is a call that leads on.
- Do not leave programs running: end what you started.
`

/** What a model reads when it uses the skill: Markdown, at most 600 words. */
export const skillBody = (): string => BODY

const TASK = `You find causes with a debugger; you do not repair. Reproduce the fault, follow the steps below, and answer with: the cause in one sentence, file and line, the values that prove it (as read at a stop), and the smallest change that would repair it. If you could not prove a cause, say what you have excluded. End every program that you started.`

/** What a subagent is told: its task, then the skill. */
export const subagentBody = (): string => `${TASK}\n\n${BODY}`
