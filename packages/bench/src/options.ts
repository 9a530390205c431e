import { parseArgs } from 'node:util'
import { BadInput } from './bad-input.js'

export interface Options {
  /** Names of parts, in the order asked; empty: all. */
  readonly parts: readonly string[]
  /** Runs of each part; undefined: as many as the part has by default. */
  readonly runs: number | undefined
  /** The words of a command that speaks DAP in front of the bench adapter. */
  readonly peer: readonly string[] | undefined
  /** Languages of the parts that step; empty: all. */
  readonly languages: readonly string[]
  /** The file for the figures as JSON. */
  readonly json: string | undefined
  readonly isHelp: boolean
}

/** What can be named. */
export interface Names {
  readonly parts: readonly string[]
  readonly languages: readonly string[]
}

const OPTIONS = {
  runs: { type: 'string' },
  peer: { type: 'string' },
  language: { type: 'string', multiple: true },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads the words behind the command. @throws BadInput that says what is wrong and what is possible */
export function readOptions(words: readonly string[], names: Names): Options {
  const { values, positionals } = parsed(words)
  known(positionals, { kind: 'part', names: names.parts })
  const languages = values.language ?? []
  known(languages, { kind: 'language', names: names.languages })
  return {
    parts: positionals,
    runs: values.runs === undefined ? undefined : readRuns(values.runs),
    peer: values.peer === undefined ? undefined : readPeer(values.peer),
    languages,
    json: values.json,
    isHelp: values.help ?? false,
  }
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new BadInput(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function known(asked: readonly string[], { kind, names }: { kind: string; names: readonly string[] }): void {
  for (const name of asked)
    if (!names.includes(name)) throw new BadInput(`there is no ${kind} ${name}: use ${names.join(', ')}`)
}

function readRuns(word: string): number {
  if (!/^[1-9]\d{0,3}$/.test(word)) throw new BadInput(`--runs takes a number from 1 to 9999, not ${word}`)
  return Number(word)
}

function readPeer(line: string): readonly string[] {
  const words = line.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) throw new BadInput('--peer takes a command')
  return words
}
