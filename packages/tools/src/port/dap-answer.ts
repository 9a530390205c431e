/** An answer of the adapter (or of the multiplexer) to one request. A failure is an answer too. */
export type DapAnswer =
  | { readonly success: true; readonly body: Readonly<Record<string, unknown>> }
  | {
      readonly success: false
      readonly message: string
      readonly error?: {
        readonly id: number
        readonly format: string
        readonly variables?: Readonly<Record<string, string>>
      }
    }
