import type { JsonObject } from '@dapplex/protocol'
import type { Asked } from '../clients/client.js'
import type { ExceptionStep } from '../program/examination.js'
import type { Stop } from '../program/stop.js'
import type { Reading } from './reading.js'
import type { Write } from './write.js'

/** Why the multiplexer itself sends a request, for its answer. */
export type InternalPurpose =
  | { readonly kind: 'initialize' }
  /** Launch or attach again after an emulated restart (mux 11). */
  | { readonly kind: 'relaunch' }
  /** configurationDone in place of a launcher that died, or after a restart (mux 10, 11). */
  | { readonly kind: 'configurationDone' }
  /** The list of one source (mux 1). */
  | { readonly kind: 'sourceBreakpoints'; readonly source: string }
  /** The list of one kind that has no source (mux 4). */
  | { readonly kind: 'globalBreakpoints'; readonly what: 'function' | 'exception' | 'data' | 'instruction' }
  /** The top frame of a stopped thread, to find out what was hit (mux 1, 4). */
  | { readonly kind: 'examineFrame'; readonly examination: number }
  /** The value of a condition or of a part of a log line (mux 1). */
  | { readonly kind: 'examineValue'; readonly examination: number; readonly index: number }
  /** What was thrown, step by step, to find out whether somebody wanted to stop for it (mux 4). */
  | { readonly kind: 'examineException'; readonly examination: number; readonly what: ExceptionStep }
  /** Goes on after a stop that nobody wanted (mux 1). */
  | { readonly kind: 'resumeUnwanted'; readonly threadId: number }
  /** A move of a job, of which only its owner hears. */
  | { readonly kind: 'jobMove'; readonly asked: Asked; readonly stop: Stop }
  /** The value before a write, and after it (mux 28). `message` is the adapter's answer to the write. */
  | { readonly kind: 'writeBefore'; readonly write: Write }
  | { readonly kind: 'writeAfter'; readonly write: Write; readonly message: JsonObject }
  /** What a reference stands for, read anew after a write (mux 28). */
  | { readonly kind: 'readAnew'; readonly reading: Reading }
  /** The last request to the adapter (mux 11, 29). */
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'terminate' }
  /** A read of the recorder, which sees the answer pass. */
  | { readonly kind: 'look' }
  /** A cancel passed on, or an interrupt of an endless evaluation (mux 12, 26): nobody waits for the answer. */
  | { readonly kind: 'unheard' }
  /** The program is prepared for reads that run nothing (`evaluation.plainReads`). */
  | { readonly kind: 'prepare' }
