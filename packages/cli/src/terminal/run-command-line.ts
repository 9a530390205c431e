import { breakpointCommands } from './breakpoint-commands.js'
import { lookingCommands } from './looking-commands.js'
import { movingCommands } from './moving-commands.js'
import { restartCommands } from './restart-commands.js'
import { sessionCommands } from './session-commands.js'
import type { TerminalCommand } from './terminal-command.js'
import type { ViewContext } from './view-context.js'
import { escapeLines, escapeText, shown } from '../output/escape-text.js'
import { describeFailure } from './view-context.js'

const helpCommand: TerminalCommand = {
  names: ['help', '?'],
  usage: 'help [COMMAND]',
  help: 'show this list, or the help of one command',
  run: (view, rest) => {
    const shown = rest === '' ? terminalCommands : terminalCommands.filter((one) => one.names.includes(rest))
    for (const one of shown) view.print(`  ${one.usage.padEnd(38)} ${one.help}`)
    if (shown.length === 0) view.print(unknownCommand(rest))
    return Promise.resolve()
  },
}

/** All commands of the view, in the order in which help shows them. */
export const terminalCommands: readonly TerminalCommand[] = [
  ...movingCommands,
  ...lookingCommands,
  ...breakpointCommands,
  ...restartCommands,
  ...sessionCommands,
  helpCommand,
]

const unknownCommand = (name: string): string => shown`unknown command "${name}"; help lists the commands`

/** Runs one typed line. A failure is printed and not thrown: the view goes on. Returns whether the command worked. */
export async function runCommandLine(view: ViewContext, line: string): Promise<boolean> {
  const [, name = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? []
  if (name === '') return true
  const command = terminalCommands.find((one) => one.names.includes(name))
  if (command === undefined) {
    view.print(unknownCommand(name))
    return false
  }
  try {
    await command.run(view, rest)
    return true
  } catch (error) {
    view.print(`${escapeText(name)}: ${escapeLines(describeFailure(error))}`)
    return false
  }
}
