import type { Wire } from '../inspector/wire.js'

/** A process or a thread that a debugged program has started. It waits until a debugger comes or leaves it. */
export interface Newcomer {
  readonly kind: 'process' | 'worker'
  /** For people: the command line of a process, the file of a worker. */
  readonly name: string
  /** The program that it runs; undefined where it runs no file. */
  readonly program: string | undefined
  readonly pid: number
  readonly cwd: string | undefined
  /** Its inspector. */
  readonly wire: Wire
  /** No debugger comes: it runs. */
  leave(): void
}
