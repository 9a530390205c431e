import type { Gate, Grant } from './gate.js'

/** How one connection came: over the socket that only this user can open, or over TCP, where a token is needed. */
export interface Ingress {
  readonly kind: 'unix' | 'tcp'
  /** Its IP address; `socket` for the socket. */
  readonly address: string
  readonly gate: Pick<Gate, 'local' | 'find'>
  /** The connection has shown a token: it is nobody unknown any more, and is closed when the token ends. */
  readonly admit: (grant: Grant) => void
  /** How it is closed then, at once; default: it is destroyed. */
  readonly closeWith: (close: (why: string) => void) => void
}
