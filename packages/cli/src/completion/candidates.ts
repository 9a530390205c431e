import type { Command, Option } from 'commander'

/** One word that can be completed at the cursor. */
export interface Candidate {
  readonly value: string
  readonly says: string
}

/**
 * The words that can replace the last word.
 * @param words everything after `dapplex`, the unfinished word (perhaps empty) included
 * @returns nothing if a file or free text is expected: the shell completes files itself
 */
export function candidates(program: Command, words: readonly string[]): readonly Candidate[] {
  const unfinished = words.at(-1) ?? ''
  const { command, pending } = walk(program, words.slice(0, -1))
  const all =
    pending !== undefined
      ? (pending.argChoices ?? []).map((value) => ({ value, says: '' }))
      : unfinished.startsWith('-')
        ? command.createHelp().visibleOptions(command).flatMap(longFlag)
        : [...subcommands(command), ...argumentChoices(command)]
  return all.filter(({ value }) => value.startsWith(unfinished))
}

/** The command that the finished words lead to, and the option whose value comes next. */
function walk(program: Command, words: readonly string[]): { command: Command; pending: Option | undefined } {
  let command = program
  let pending: Option | undefined
  for (const word of words) {
    if (pending !== undefined) {
      pending = undefined
      continue
    }
    const found = command.options.find(({ long, short }) => word === long || word === short)
    if (found !== undefined) {
      pending = found.required ? found : undefined
      continue
    }
    command = command.commands.find((one) => one.name() === word || one.aliases().includes(word)) ?? command
  }
  return { command, pending }
}

const longFlag = ({ long, description }: Option): Candidate[] =>
  long === undefined ? [] : [{ value: long, says: description }]

const subcommands = (command: Command): Candidate[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((one) => ({ value: one.name(), says: one.summary() === '' ? one.description() : one.summary() }))

const argumentChoices = (command: Command): Candidate[] =>
  command.registeredArguments.flatMap(({ argChoices }) => (argChoices ?? []).map((value) => ({ value, says: '' })))
