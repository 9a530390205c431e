import type { Command } from 'commander'
import { toolRegistry } from '@dapplex/protocol'
import { withClient } from '../daemon/open-client.js'
import { buildToolCommands } from '../tool/tool-commands.js'
import { candidates, type Candidate } from './candidates.js'
import { escapeText } from '../output/escape-text.js'
import { print } from '../output/print.js'

/** Commands whose first word is a session. */
const OF_A_SESSION: readonly string[] = ['attach', 'clients', 'export']

/** Prints the candidates for the last word, one a line: the word, a tab, a description. */
export async function printCandidates(program: Command, words: readonly string[]): Promise<void> {
  for (const { value, says } of await candidatesFor(program, words))
    print(`${escapeText(value)}\t${escapeText(says.split('\n')[0] ?? '')}`)
}

async function candidatesFor(program: Command, words: readonly string[]): Promise<readonly Candidate[]> {
  const [command = '', ...rest] = words
  const last = words.at(-1) ?? ''
  if (command === 'tool' && rest.length > 0) return candidates(buildToolCommands(), rest)
  if (command === 'call' && words.length === 2) return startingWith(last, toolNames())
  if (isSessionWanted(words)) return startingWith(last, await sessionIds())
  return candidates(program, words)
}

const isSessionWanted = (words: readonly string[]): boolean =>
  words.at(-2) === '--session' || (words.length === 2 && OF_A_SESSION.includes(words[0] ?? ''))

const startingWith = (start: string, all: readonly Candidate[]): readonly Candidate[] =>
  all.filter(({ value }) => value.startsWith(start))

const toolNames = (): readonly Candidate[] =>
  Array.from(toolRegistry.values(), ({ name, title }) => ({ value: name, says: title }))

/** The sessions of a running daemon. It starts no daemon, and a failure gives no candidates. */
async function sessionIds(): Promise<readonly Candidate[]> {
  try {
    const { sessions } = (await withClient(
      { name: 'dapplex complete', kind: 'terminal', start: 'never', quiet: true },
      (client) => client.call('sessions_list', {}),
    )) as { readonly sessions: readonly { session_id: string; state: string; program?: string }[] }
    return sessions.map((one) => ({ value: one.session_id, says: [one.state, one.program ?? ''].join(' ').trim() }))
  } catch {
    return []
  }
}
