import type { Actor, JsonObject } from '@dapplex/protocol'
import type { Asked } from '../clients/client.js'
import type { ClientId } from '../contract/input.js'
import type { Placed } from './breakpoints.js'
import type { Stop } from './stop.js'

/** Who began a job, and how the program was found. */
export interface JobOrder {
  /** The tool that runs it, for people. */
  readonly tool: string
  readonly owner: ClientId
  readonly by: Actor
  /** How the program was found. The end of the job leaves it like that. */
  readonly found: { readonly kind: 'running' } | { readonly kind: 'stopped'; readonly stop: Stop }
  /** The latest stop that was told when the job began. A later one is no stop of the job. */
  readonly stopId: number
}

/** A job whose owner moves the program, without the others being told (mux, "Jobs"). */
export interface ActiveJob {
  readonly kind: 'active'
  readonly order: JobOrder
  /** The latest move: decides whether a stop that nobody wanted is passed over. */
  command: string
  /** Places of the callers of the function where the latest move began: a step that returns to one reaches no breakpoint there. */
  returnsTo: readonly JsonObject[]
  /** Stops that only the owner knows, and threads that stand since. */
  standing: Stop[]
  /** Stops that the owner has not been told yet. */
  untold: Stop[]
  /** The owner's request that is answered at the next stop, or at the end of the job. */
  waiting: Asked | undefined
}

/** `leaving`: it is over, and the adapter has not confirmed yet that its breakpoints are gone. */
export type Job =
  | { readonly kind: 'none' }
  | ActiveJob
  | { readonly kind: 'leaving'; readonly order: JobOrder; readonly ended: Asked | undefined }

export interface Jobs {
  current: Job
  /** Where the last job had breakpoints, until the program stands for all: a stop there may still be on its way. */
  former: readonly Placed[]
}

export const createJobs = (): Jobs => ({ current: { kind: 'none' }, former: [] })

/** The job that moves the program now. */
export const activeJob = ({ current }: Jobs): ActiveJob | undefined => (current.kind === 'active' ? current : undefined)
