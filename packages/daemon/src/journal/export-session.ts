import { setImmediate as otherWork } from 'node:timers/promises'
import { adapterTraits, decodeMessage } from '@dapplex/protocol'
import { createSession, transition, type Effect, type Input } from '@dapplex/mux'
import { pathLookups } from '../paths/normalize-path.js'
import type { JournalHeader } from './journal-line.js'
import { readJournal } from './read-journal.js'
import type { SessionJournal } from './session-journal.js'

/** After this many inputs the daemon's other work gets a turn. */
const BATCH = 256

/** A session as `dapplex replay` plays it: the header, then each message between the core and its adapter. */
export interface ExportedSession {
  readonly lines: readonly string[]
  /** Why the end of the recording is missing. */
  readonly incomplete?: string
}

/**
 * The recording of a session, from its journal. A journal holds only the inputs: the core runs on them again, and what it
 * sends to its adapter is the other half. Secrets were masked when the journal was written.
 * @throws Error when the journal cannot be read
 */
export async function exportSession({
  path,
  bytes,
  trouble,
}: Pick<SessionJournal, 'path' | 'bytes' | 'trouble'>): Promise<ExportedSession> {
  if (bytes === 0 && trouble !== undefined) return { lines: [], incomplete: trouble }
  const { header, entries } = readJournal(path)
  const lines = [JSON.stringify(recordingHeader(header))]
  const core = createSession({
    adapterTitle: header.adapterTitle,
    traits: adapterTraits.parse(header.traits),
    firstBreakpointId: header.firstBreakpointId,
    breakpoints: (header.breakpoints ?? []).map((spec) => ({ ...spec })),
    ...pathLookups(header.cwd),
    policies: header.policies,
    limits: header.limits,
  })
  let taken = 0
  for (const entry of entries) {
    if (entry.kind === 'cut') return { lines, incomplete: entry.why }
    lines.push(...linesOf(entry, { effects: transition(core, entry), startedAt: header.startedAt }))
    taken += 1
    if (taken % BATCH === 0) await otherWork()
  }
  return trouble === undefined ? { lines } : { lines, incomplete: trouble }
}

function linesOf(
  input: Input,
  { effects, startedAt }: { readonly effects: readonly Effect[]; readonly startedAt: number },
): string[] {
  const t = Math.max(0, Math.round(input.now - startedAt))
  const print = (dir: 'in' | 'out', m: unknown) => JSON.stringify({ t, dir, m })
  const isMessage = input.kind === 'adapterMessage' && decodeMessage(input.message).kind !== 'malformed'
  const sent = effects.flatMap((effect) => (effect.kind === 'sendToAdapter' ? [print('out', effect.message)] : []))
  return isMessage ? [print('in', input.message), ...sent] : sent
}

function recordingHeader({ adapter, program, request, session, startedAt }: JournalHeader) {
  const title = `session ${session}: ${request}${program === undefined ? '' : ` of ${program}`}`
  const recorded = new Date(startedAt).toISOString()
  return { transcript: 1, adapter, title, recorded, ...(program === undefined ? {} : { program }) }
}
