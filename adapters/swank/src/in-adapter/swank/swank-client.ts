import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { keyword, list } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import { printForm } from '../sexp/print.js'
import { readForm } from '../sexp/read.js'
import { encodePacket, PacketReader } from './packets.js'
import { decodeServerMessage, idInEcho } from './server-message.js'
import type { ServerMessage } from './server-message.js'

/** A request that Swank did not answer with a value: the thread went on (`aborted`), or something failed. */
export class SwankError extends Error {
  constructor(
    /** `foreign`: what answers is no Swank server. */
    readonly kind: 'aborted' | 'invalid' | 'unreadable' | 'closed' | 'timeout' | 'foreign',
    message: string,
  ) {
    super(message)
  }
}

export interface Address {
  readonly host: string
  readonly port: number
  /** First packet when the server was started with a secret: raw, without quotes. */
  readonly secret?: string
}

/** Where a request runs: in a thread of that id (a stopped one), or in a new worker. */
export type Place = number | 'worker'

interface Pending {
  readonly place: Place
  readonly resolve: (value: Form) => void
  readonly reject: (error: SwankError) => void
  readonly timer: NodeJS.Timeout | undefined
}

/** Messages that answer no request. */
export type Notice = Exclude<
  ServerMessage,
  { kind: 'returned' | 'aborted' | 'invalid' | 'unreadable' | 'ping' | 'other' }
>

/** One connection to a Swank server. Every request ends exactly once: with a value or with a SwankError. */
export class SwankClient {
  private readonly reader = new PacketReader()
  private readonly pending = new Map<number, Pending>()
  private lastId = 0
  private ended = false
  onNotice: (notice: Notice) => void = () => undefined
  onClosed: () => void = () => undefined

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.close('the connection to Swank is closed'))
  }

  /**
   * Connects, and sends the secret if there is one. Never probe a Swank port with a bare connect: the server of a
   * launched image takes one client.
   * Errors: Error of the socket; SwankError `timeout`.
   */
  static connect(address: Address, timeoutMs: number): Promise<SwankClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: address.host, port: address.port, noDelay: true })
      const timer = setTimeout(() => {
        socket.destroy()
        reject(new SwankError('timeout', `No answer from ${address.host}:${address.port} within ${timeoutMs} ms`))
      }, timeoutMs)
      socket.once('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      socket.once('connect', () => {
        clearTimeout(timer)
        const client = new SwankClient(socket)
        if (address.secret !== undefined) socket.write(encodePacket(address.secret))
        resolve(client)
      })
    })
  }

  /**
   * Evaluates a form. `timeoutMs` 0 waits as long as the thread lives: a request to a dead thread has no answer, so the
   * owner calls `threadEnded`.
   */
  evaluate(form: Form, place: Place, timeoutMs = 0): Promise<Form> {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(new SwankError('closed', 'The connection to Swank is closed'))
      const id = ++this.lastId
      const timer =
        timeoutMs > 0
          ? setTimeout(
              () => this.settle(id, new SwankError('timeout', `The image did not answer within ${timeoutMs} ms`)),
              timeoutMs,
            )
          : undefined
      this.pending.set(id, { place, resolve, reject, timer })
      this.send(list(keyword('emacs-rex'), form, 'COMMON-LISP-USER', place === 'worker' ? true : place, id))
    })
  }

  send(form: Form): void {
    if (!this.ended) this.socket.write(encodePacket(printForm(form)))
  }

  /** Ends the requests that wait for a thread which no longer exists. */
  threadEnded(thread: number): void {
    for (const [id, { place }] of this.pending)
      if (place === thread) this.settle(id, new SwankError('invalid', `Thread ${thread} has ended`))
  }

  destroy(): void {
    this.socket.destroy()
  }

  private receive(chunk: Buffer): void {
    let bodies: string[]
    try {
      bodies = this.reader.take(chunk)
    } catch (error) {
      return this.close(error instanceof Error ? error.message : String(error), 'foreign')
    }
    for (const body of bodies) this.dispatch(body)
  }

  private dispatch(body: string): void {
    let message: ServerMessage
    try {
      message = decodeServerMessage(readForm(body))
    } catch {
      return
    }
    switch (message.kind) {
      case 'returned':
        return this.settle(message.id, message.value)
      case 'aborted':
        return this.settle(message.id, new SwankError('aborted', message.reason))
      case 'invalid':
        return this.settle(message.id, new SwankError('invalid', message.reason))
      case 'unreadable':
        return this.settle(idInEcho(message.packet) ?? -1, new SwankError('unreadable', message.reason))
      case 'ping':
        return this.send(list(keyword('emacs-pong'), message.thread, message.tag))
      case 'output':
        // SLIME 2.32 waits for this answer when the message names a thread; older servers name none.
        if (message.thread !== undefined && message.thread !== null)
          this.send(list(keyword('write-done'), message.thread))
        return this.onNotice(message)
      case 'other':
        return
      default:
        return this.onNotice(message)
    }
  }

  private settle(id: number, end: Form | SwankError): void {
    const entry = this.pending.get(id)
    if (entry === undefined) return
    this.pending.delete(id)
    clearTimeout(entry.timer)
    if (end instanceof SwankError) entry.reject(end)
    else entry.resolve(end)
  }

  private close(reason: string, kind: 'closed' | 'foreign' = 'closed'): void {
    if (this.ended) return
    this.ended = true
    this.socket.destroy()
    for (const id of [...this.pending.keys()]) this.settle(id, new SwankError(kind, reason))
    this.onClosed()
  }
}
