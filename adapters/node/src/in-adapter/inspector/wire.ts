/** Carries the messages of an inspector, as JSON text, however it is reached. */
export interface Wire {
  readonly isOpen: boolean
  send(text: string): void
  onMessage(listener: (text: string) => void): void
  /** Called once, however it ends. */
  onClose(listener: () => void): void
  /** Ends it: V8 removes this client's breakpoints and resumes the program. */
  close(): void
}
