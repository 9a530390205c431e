import type { RecordingHeader } from '@dapplex/recording'
import type { JournalHeader } from '../../journal/journal-line.js'
import { steadyNow } from '../../state/clock.js'
import type { RuntimeOptions } from '../runtime/runtime-options.js'

/** What a session is about, as its files name it. */
export type About = Pick<
  RuntimeOptions,
  'id' | 'module' | 'request' | 'program' | 'cwd' | 'firstBreakpointId' | 'breakpoints' | 'policies' | 'limits'
>

/** The first line of its journal. */
export function journalHeader({ id, module, program, ...about }: About): JournalHeader {
  const { definition } = module
  return {
    journal: 1,
    session: id,
    adapter: definition.id,
    adapterTitle: definition.title,
    traits: definition.traits,
    startedAt: steadyNow(),
    ...about,
    ...(program === undefined ? {} : { program }),
  }
}

/** The first record of its recording. */
export function recordingHeader(
  { id, module, request, program, cwd }: About,
  workspace: string | undefined,
): RecordingHeader {
  const { id: adapter, title: adapterTitle, traits } = module.definition
  const { names } = traits.presentation
  const named = { ...(program === undefined ? {} : { program }), ...(workspace === undefined ? {} : { workspace }) }
  return { session: id, adapter, adapterTitle, request, cwd, names, startedAt: steadyNow(), ...named }
}
