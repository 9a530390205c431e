import { nearestName } from '@dapplex/protocol/plain'
import { breakpointCommands } from './breakpoint-commands.js'
import { lookingCommands } from './looking-commands.js'
import { movingCommands } from './moving-commands.js'
import { pastCommands } from './past-commands.js'
import { restartCommands } from './restart-commands.js'
import { sessionCommands } from './session-commands.js'
import { stackCommands } from './stack-commands.js'
import type { TerminalCommand } from './terminal-command.js'
import type { ViewContext } from './view-context.js'
import { escapeLines, escapeText } from '../output/escape-text.js'
import { describeFailure, ViewUsageError } from './view-context.js'

const helpCommand: TerminalCommand = {
  names: ['help', '?'],
  usage: 'help [COMMAND]',
  help: 'show this list, or the help of one command with an example',
  example: 'help b',
  run: (view, rest) => {
    for (const line of rest === '' ? helpOfAll() : helpOfOne(findCommand(rest))) view.print(line)
    return Promise.resolve()
  },
}

const helpOfAll = (): string[] => [
  ...terminalCommands.map((one) => `  ${one.usage.padEnd(38)} ${one.help}`),
  '  An empty line repeats a step, a move in the stack or a listing. A line that ends in \\ goes on in the next.',
]

const helpOfOne = ({ names, usage, help, example }: TerminalCommand): string[] => [
  `  ${usage.padEnd(38)} ${help}`,
  ...(names.length === 1 ? [] : [`  also: ${names.slice(1).join(', ')}`]),
  `  example: ${example}`,
]

/** All commands of the view, in the order in which help shows them. */
export const terminalCommands: readonly TerminalCommand[] = [
  ...movingCommands,
  ...stackCommands,
  ...lookingCommands,
  ...pastCommands,
  ...breakpointCommands,
  ...restartCommands,
  ...sessionCommands,
  helpCommand,
]

/** Errors: ViewUsageError with the name that was probably meant. */
function findCommand(name: string): TerminalCommand {
  const command = terminalCommands.find((one) => one.names.includes(name))
  if (command !== undefined) return command
  const names = terminalCommands.flatMap((one) => one.names)
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? 'help lists the commands' : `did you mean ${nearest}? help lists the commands`
  throw new ViewUsageError(`unknown command "${name}"; ${hint}`)
}

/** Runs one typed line, and lets it fail. An empty line repeats the last step, move in the stack or listing. */
export async function runLine(view: ViewContext, typed: string): Promise<void> {
  const line = joined(view, typed)
  const [, name = '', rest = ''] = /^\s*([^\s&]+)\s*(.*?)\s*$/s.exec(line) ?? []
  if (name === '') return
  const command = findCommand(name)
  if (command.repeats === true) view.memory.repeated = repeatedLine(command, line)
  else delete view.memory.repeated
  if (!command.names.includes('l')) delete view.memory.nextLines
  await command.run(view, rest)
}

const joined = (view: ViewContext, typed: string): string =>
  typed.trim() === '' ? (view.memory.repeated ?? '') : typed

/** A listing goes on where it ended, whatever place it began at. */
const repeatedLine = ({ names: [name] }: TerminalCommand, line: string): string => (name === 'l' ? 'l' : line)

/** Runs one typed line. A failure is printed and not thrown: the view goes on. Returns whether the command worked. */
export async function runCommandLine(view: ViewContext, line: string): Promise<boolean> {
  try {
    await runLine(view, line)
    return true
  } catch (error) {
    view.print(view.paint.failure(describeLineFailure(line, error)))
    return false
  }
}

/** A failure of a line in a sentence, after the name of its command where that was understood. */
export function describeLineFailure(line: string, error: unknown): string {
  const text = escapeLines(describeFailure(error))
  const [name = ''] = line.trim().split(/[\s&]/)
  const isKnown = terminalCommands.some((one) => one.names.includes(name))
  return isKnown ? `${escapeText(name)}: ${text}` : text
}
