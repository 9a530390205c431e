/** An async method that waits for a method on the stack. Its variables are the fields of its state machine. */
export interface WaitingFrame {
  /** The frame on the stack in which its expressions are evaluated. */
  readonly carrier: number
  /** The inspector's id of the state machine. */
  readonly machine: number
  /** False when the id belongs to a copy of a struct, in which a change would be lost. */
  readonly isWritable: boolean
}
