import type { CloseReason, MessagePort } from '@dapplex/transport'

/** What one port told, with waiting. */
export interface Collected {
  readonly values: unknown[]
  readonly malformed: string[]
  readonly closed: Promise<CloseReason>
  /** Everything in the order it was told: values, 'malformed', 'closed'. */
  readonly log: unknown[]
  /** Resolves when that many messages have come. */
  until(count: number): Promise<unknown[]>
}

export function collect(port: MessagePort): Collected {
  const values: unknown[] = []
  const malformed: string[] = []
  const log: unknown[] = []
  let check: () => void = () => undefined
  port.onMessage(({ value }) => {
    values.push(value)
    log.push(value)
    check()
  })
  port.onMalformed(({ reason }) => {
    malformed.push(reason)
    log.push('malformed')
  })
  const closed = new Promise<CloseReason>((resolve) => {
    port.onClose((reason) => {
      log.push('closed')
      resolve(reason)
    })
  })
  const until = (count: number) =>
    new Promise<unknown[]>((resolve) => {
      check = () => {
        if (values.length >= count) resolve(values)
      }
      check()
    })
  return { values, malformed, closed, log, until }
}
