/** A name that an expression in a frame can use. */
export interface FrameVariable {
  readonly name: string
  /** Declared, as the expression compiler reads it. */
  readonly type: string
  readonly isArgument: boolean
  readonly isPointer: boolean
  readonly isDynamic: boolean
}

/** What the symbols say about the place where a frame stands. */
export interface FrameContext {
  readonly token: number
  /** As the source has it: of a lambda or state machine the method around it. */
  readonly method: string
  readonly kind: 'method' | 'async' | 'iterator' | 'lambda' | 'local-function'
  /** Of an async method or iterator its state machine, as reflection names it. */
  readonly machine?: string
  /** The type of the source, as reflection names it. */
  readonly typeName: string
  readonly typeSyntax: string
  readonly namespace: string
  readonly hasThis: boolean
  readonly variables: readonly FrameVariable[]
  readonly typeParameters: readonly string[]
  readonly usings: readonly string[]
}
