/** An async method that waits for one on the stack: its variables are fields of its state machine. */
export interface WaitingFrame {
  /** The frame on the stack in which things can be evaluated. */
  readonly carrier: number
  /** Our number of the state machine. */
  readonly machine: number
  /** Whether it is the machine itself; else a copy of a struct, in which nothing can be changed. */
  readonly isWritable: boolean
}
