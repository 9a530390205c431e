import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import type { Caller } from '../surface/caller.js'
import { sourceText } from './source-text.js'

type Arguments = Readonly<Record<string, string>>

/** A common request, phrased to lead a model through the work. */
interface PromptDefinition extends Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: { name: string; description: string; required: boolean }[]
  readonly text: (args: Arguments, stop: StopText) => string
}
/** A description of the current stop; empty when no program is stopped. */
type StopText = string

const SESSION = { name: 'session_id', description: 'Session, where there is more than one', required: false }

const DEFINITIONS: readonly PromptDefinition[] = [
  {
    name: 'find_why_it_throws',
    title: 'Find why this throws',
    description: 'Run a program until it throws, then find the cause',
    arguments: [
      {
        name: 'program',
        description: 'Absolute path of the program (default: the session that there is)',
        required: false,
      },
      { name: 'args', description: 'Its arguments, separated by spaces', required: false },
    ],
    text: ({ program, args }, stop) =>
      lines(
        program === undefined
          ? 'A program is being debugged. Find out why it throws.'
          : `Find out why ${program}${args === undefined ? '' : ` ${args}`} throws.`,
        program === undefined
          ? '1. debug_state tells where it stands. If it runs, wait_for_stop.'
          : `1. debug_launch with program ${JSON.stringify(program)}${args === undefined ? '' : `, args ${JSON.stringify(args.split(' '))}`} and stop_at_entry true; set breakpoints where you suspect the cause; debug_continue with wait true.`,
        '2. At the stop: exception_get for type, message and stack; stacktrace_get; variables_get in the frames of the program itself, from the top down.',
        '3. Follow the wrong value back to where it came from: evaluate expressions in the callers (frame_index), inspect_object for what is large. To see it arise, set a breakpoint earlier, with a condition, and run again.',
        '4. Tell the cause with file and line, the values that prove it, and the smallest change that repairs it. Do not change the program unless you are asked to.',
        stop,
      ),
  },
  {
    name: 'explain_this_stop',
    title: 'Explain this stop',
    description: 'Say in plain words where the program stands, how it came there and what its values mean',
    arguments: [SESSION],
    text: ({ session_id }, stop) =>
      lines(
        `Explain where the program stands${session_id === undefined ? '' : ` in session ${session_id}`}: what it is doing, how it came there, and what its variables say. Name what looks wrong, and which step or breakpoint would tell more.`,
        'stacktrace_get, variables_get, evaluate and inspect_object read more. Do not let the program run on: others may be looking at this stop.',
        stop,
      ),
  },
  {
    name: 'compare_two_objects',
    title: 'Compare two objects',
    description: 'Find in what two values of the stopped program differ',
    arguments: [
      { name: 'first', description: 'Expression, path of a variable, or object id', required: true },
      { name: 'second', description: 'What it is compared with', required: true },
      SESSION,
    ],
    text: ({ first, second, session_id }, stop) =>
      lines(
        `Compare two values of the stopped program${session_id === undefined ? '' : ` in session ${session_id}`}: \`${first ?? ''}\` and \`${second ?? ''}\`.`,
        'A number is an object id: inspect_object. Anything else: evaluate with count 100, then inspect_object with the object_id for what lies deeper, max_depth 3.',
        'List only the members that differ, as path, first value, second value; say when the two are the same object, and which parts were too large to compare. Read only: call nothing that changes the program.',
        stop,
      ),
  },
  {
    name: 'find_what_changes_a_value',
    title: 'Find what changes a value',
    description: 'Find the line that gives a variable or field the value that it should not have',
    arguments: [
      { name: 'expression', description: 'The variable or field', required: true },
      { name: 'wrong', description: 'The value that it should not have, or a condition on it', required: false },
      SESSION,
    ],
    text: ({ expression, wrong, session_id }, stop) =>
      lines(
        `Find the line that changes \`${expression ?? ''}\`${wrong === undefined ? '' : ` so that it is ${wrong}`}${session_id === undefined ? '' : ` in session ${session_id}`}.`,
        '1. evaluate it at the current stop and note its value.',
        '2. Set breakpoints where it is written (search the source), with a condition on the wrong value where you know it; or, where nobody knows who writes it, log points (log_message) that print it at the entry and the end of the functions in question.',
        '3. debug_continue with wait true, and evaluate at each stop; halve the distance until one debug_step changes it.',
        '4. Tell file, line, the value before and after, and the stack at that moment. Remove the breakpoints that you have set.',
        stop,
      ),
  },
]

const lines = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n')

export const listPrompts = (): Prompt[] => DEFINITIONS.map(({ text: _text, ...prompt }) => prompt)

/**
 * A prompt with its arguments filled in. If a program is stopped, the stop is included, so that the model need not ask for it.
 * @throws ProtocolError for an unknown name or a missing argument
 */
export async function getPrompt(
  caller: Caller,
  { name, arguments: args = {} }: { readonly name: string; readonly arguments?: Arguments | undefined },
  signal: AbortSignal,
): Promise<GetPromptResult> {
  const known = DEFINITIONS.map((one) => one.name).join(', ')
  const prompt = DEFINITIONS.find((one) => one.name === name)
  if (prompt === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}; there are ${known}`)
  const missing = prompt.arguments.find((argument) => argument.required && (args[argument.name] ?? '') === '')
  if (missing !== undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The prompt ${name} needs the argument ${missing.name}: ${missing.description}`,
    )
  const text = prompt.text(args, await currentStop(caller, args['session_id'], signal))
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}

/** A prompt works without the stop: if it cannot be read, it is left out. */
async function currentStop(caller: Caller, sessionId: string | undefined, signal: AbortSignal): Promise<StopText> {
  const on = sessionId === undefined ? {} : { session_id: sessionId }
  const read = (name: string, params: object = {}) => caller.call(name, { ...on, ...params }, signal)
  try {
    const state = await read('debug_state')
    if (state['state'] !== 'stopped') return ''
    const [source, stack, variables] = await Promise.all([
      read('source_get')
        .then(sourceText)
        .catch(() => undefined),
      read('stacktrace_get', { max_frames: 10 }).catch(() => undefined),
      read('variables_get', { count: 50, max_value_length: 200 }).catch(() => undefined),
    ])
    return lines(
      `\nThe stop now, as debug_state tells it:\n${JSON.stringify(state)}`,
      source === undefined ? '' : `\nThe source there:\n${source}`,
      stack === undefined ? '' : `\nThe stack (stacktrace_get):\n${JSON.stringify(stack)}`,
      variables === undefined ? '' : `\nThe variables of the top frame (variables_get):\n${JSON.stringify(variables)}`,
    )
  } catch {
    return ''
  }
}
