import { clientThread, type Session } from '@dapplex/mux'
import { SessionRecorder, type RecorderOptions } from '../../recorder/session-recorder.js'
import type { RuntimeOptions } from './runtime-options.js'

interface Recorded extends Pick<RecorderOptions, 'say' | 'look'> {
  readonly core: Session
}

/** The recorder of a session; undefined where its stops are not recorded. */
export function openRecorder(
  { recorder, module, workspace, cwd, log }: RuntimeOptions,
  { core, say, look }: Recorded,
): SessionRecorder | undefined {
  if (recorder === undefined) return undefined
  return new SessionRecorder({
    ...recorder,
    log,
    traits: module.definition.traits,
    folders: [...new Set([workspace ?? cwd, cwd])],
    say,
    look,
    capabilities: () => ({ ...core.capabilities.announced }),
    thread: (id) => clientThread(core, id),
  })
}
