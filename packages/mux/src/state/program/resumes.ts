import type { Actor } from '@dapplex/protocol'
import type { Asked } from '../clients/client.js'
import type { ClientId } from '../contract/input.js'
import type { Stop } from './stop.js'

/** A resume that has gone upstream. */
export interface Resume {
  /** Its number upstream; 0 when nobody asked. */
  readonly seq: number
  readonly client: ClientId | undefined
  readonly actor: Actor | undefined
  readonly command: string
  readonly threadId: number | undefined
  /** Whether only that thread goes on (`singleThread`, or an adapter that stops threads one by one). */
  isSingle: boolean
  /** Whether the program has stood since it was sent: only then does the next stop show that it has happened. */
  isFromStop: boolean
  /** `asked`: no sign yet that it happened; `going`: others have been told; `over`: a stop came after it. */
  state: 'asked' | 'going' | 'over'
  /** Its deadline has passed: it blocks no other resume any more, but may still happen (mux 26). */
  isOverdue: boolean
  /** Whether the adapter's own `continued` for it has been seen (mux 6). */
  echo: 'expected' | 'seen'
}

/** A pause that waits for the end of a step: of a client, or of a job whose client is gone. */
export type HeldPause =
  { readonly kind: 'client'; readonly asked: Asked } | { readonly kind: 'own'; readonly threadId: number | undefined }

export interface Resumes {
  /** Resumes without an answer, oldest first. */
  asked: Resume[]
  /** The latest that happened. */
  latest: Resume | undefined
  /** Whether a request went upstream since the latest stop that may resume the program unannounced (mux 28). */
  mayHaveResumed: boolean
  /** Who asked for a pause that has not led to a stop yet. */
  pausedBy: Actor | undefined
  /** Numbers upstream of the pauses that no stop has followed yet, oldest first. */
  pauses: number[]
  /** Pauses that wait for the end of a step. */
  readonly held: HeldPause[]
  /** A stop that nobody wanted and that is being passed over (mux 1). */
  unwanted: Stop | undefined
}

export const createResumes = (): Resumes => ({
  asked: [],
  latest: undefined,
  mayHaveResumed: false,
  pausedBy: undefined,
  pauses: [],
  held: [],
  unwanted: undefined,
})

/** A pause that no stop will follow any more: it was refused, or its stop has come. */
export function dropPause(resumes: Resumes, pause: number): void {
  resumes.pauses = resumes.pauses.filter((seq) => seq !== pause)
}
