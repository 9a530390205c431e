import { printMessage } from './framing/writer.js'
import type { Inbox } from './inbox.js'
import type { Outbox } from './outbox.js'
import type { CloseReason, Incoming, Malformed, MessagePort, Printed, Unsubscribe } from './port/message-port.js'

/** What every port does the same way: listeners belong to its inbox and its outbox, and a message is sent as printed JSON. */
export abstract class ListenedPort implements MessagePort {
  protected abstract readonly inbox: Inbox
  protected abstract readonly outbox: Outbox

  abstract readonly bufferedBytes: number
  abstract sendPrinted(...parts: readonly Printed[]): boolean
  abstract close(): void

  send(message: unknown): boolean {
    // Nothing is printed for nobody.
    return this.inbox.isOpen && this.sendPrinted(printMessage(message))
  }

  onMessage(listener: (message: Incoming) => void): Unsubscribe {
    return this.inbox.onMessage(listener)
  }

  onMalformed(listener: (malformed: Malformed) => void): Unsubscribe {
    return this.inbox.onMalformed(listener)
  }

  onClose(listener: (reason: CloseReason) => void): Unsubscribe {
    return this.inbox.onClose(listener)
  }

  onDrain(listener: () => void): Unsubscribe {
    return this.outbox.onDrain(listener)
  }
}
