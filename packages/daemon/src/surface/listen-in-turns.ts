import type { MessagePort } from '@dapplex/transport'

/** Calls of one connection that begin in one turn of the event loop. */
export const BEGUN_IN_ONE_TURN = 8

export interface Turns {
  /** Begins what a message asks for, and never rejects. The next message waits for a promise that it gives. */
  readonly begin: (value: unknown) => Promise<void> | undefined
  /** Resolves when the next calls may begin. */
  readonly turn: () => Promise<void>
}

/**
 * Listens to a port in turns: hundreds of calls may arrive in one piece, and one that is cheap to ask may be dear to answer. After a few
 * messages the rest waits in the port, so that other connections are not held up.
 */
export function listenInTurns(port: MessagePort, { begin, turn }: Turns): void {
  let count = 0
  const listen = () => {
    const stop = port.onMessage(({ value }) => {
      const begun = begin(value)
      count += 1
      if (begun === undefined && count % BEGUN_IN_ONE_TURN !== 0) return
      stop()
      void (begun ?? turn()).then(listen)
    })
  }
  listen()
}
