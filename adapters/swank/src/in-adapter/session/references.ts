import { RequestFailure } from '../dap/failure.js'

/** A frame of one stop: thread, debugger level, index from the top. */
export interface FramePlace {
  readonly thread: number
  readonly level: number
  readonly index: number
}

export type ScopeName = 'local' | 'argument' | 'closure' | 'dynamic'

/** What a variablesReference stands for. The reference of an object read at a stop ends with that stop. */
export type Container =
  | { readonly kind: 'scope'; readonly frame: FramePlace; readonly scope: ScopeName }
  | {
      readonly kind: 'object'
      readonly id: number
      readonly frame: FramePlace | undefined
      readonly expression: string | undefined
    }

/**
 * Ids given to the client, for frames and for containers. No id is used twice, so an id of an earlier stop differs from an
 * id that was never given.
 */
export class References {
  private nextFrame = 1
  private nextContainer = 1
  private readonly frames = new Map<number, FramePlace>()
  private readonly frameIds = new Map<string, number>()
  private readonly containers = new Map<number, Container>()

  /** Threads that are being resumed: what is asked of one now would wait in the image for its next stop. */
  private readonly held = new Set<number>()

  /** From now on the ids of a thread are refused, until `release`: it is being resumed. */
  hold(thread: number): void {
    this.held.add(thread)
  }

  release(thread: number): void {
    this.held.delete(thread)
  }

  private demandStanding(thread: number): void {
    if (!this.held.has(thread)) return
    throw new RequestFailure('NOT_PAUSED', `Thread ${thread} is being resumed: it is no longer stopped`, {
      thread_id: thread,
      current_state: 'running',
    })
  }

  frameId(place: FramePlace): number {
    const key = `${place.thread} ${place.level} ${place.index}`
    const known = this.frameIds.get(key)
    if (known !== undefined) return known
    const id = this.nextFrame++
    this.frameIds.set(key, id)
    this.frames.set(id, place)
    return id
  }

  /** Errors: INVALID_FRAME, with `stale` when the frame's stop is over; NOT_PAUSED while its thread is being resumed. */
  frame(id: number): FramePlace {
    const place = this.frames.get(id)
    if (place) {
      this.demandStanding(place.thread)
      return place
    }
    const stale = id > 0 && id < this.nextFrame
    throw new RequestFailure(
      'INVALID_FRAME',
      stale ? `Frame ${id} is stale: its thread has gone on since. Ask for the stack again` : `There is no frame ${id}`,
      { frame_id: id, reason: stale ? 'stale' : 'never_issued' },
    )
  }

  containerId(container: Container): number {
    const id = this.nextContainer++
    this.containers.set(id, container)
    return id
  }

  /** Errors: INVALID_REFERENCE, with `stale` when its stop is over; NOT_PAUSED while its thread is being resumed. */
  container(id: number): Container {
    const container = this.containers.get(id)
    if (container) {
      if (container.frame) this.demandStanding(container.frame.thread)
      return container
    }
    const stale = id > 0 && id < this.nextContainer
    throw new RequestFailure(
      'INVALID_REFERENCE',
      stale
        ? `Reference ${id} is stale: its thread has gone on since. Ask for the scopes again`
        : `There is no reference ${id}`,
      { variables_reference: id, reason: stale ? 'stale' : 'never_issued' },
    )
  }

  /** Ends the references of a thread from a debugger level upwards. */
  expire(thread: number, level: number): void {
    const gone = (place: FramePlace | undefined) =>
      place !== undefined && place.thread === thread && place.level >= level
    for (const [id, place] of this.frames) if (gone(place)) this.frames.delete(id)
    for (const key of this.frameIds.keys()) {
      const [t, l] = key.split(' ').map(Number)
      if (t === thread && l !== undefined && l >= level) this.frameIds.delete(key)
    }
    for (const [id, { frame }] of this.containers) if (gone(frame)) this.containers.delete(id)
  }
}
