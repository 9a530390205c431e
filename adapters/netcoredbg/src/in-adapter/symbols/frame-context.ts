/** A name that an expression in a frame can use. */
export interface FrameVariable {
  readonly name: string
  /** The declared type, in the syntax of the expression compiler. */
  readonly type: string
  readonly isArgument: boolean
  readonly isPointer: boolean
  readonly isDynamic: boolean
}

/** What the symbols say about the location of a frame. */
export interface FrameContext {
  readonly token: number
  /** The method in the source. For a lambda or state machine it is the method around it. */
  readonly method: string
  readonly kind: 'method' | 'async' | 'iterator' | 'lambda' | 'local-function'
  /** The state machine of an async method or iterator, as reflection names it. */
  readonly machine?: string
  /** The type in the source, as reflection names it. */
  readonly typeName: string
  readonly typeSyntax: string
  readonly namespace: string
  readonly hasThis: boolean
  readonly variables: readonly FrameVariable[]
  readonly typeParameters: readonly string[]
  readonly usings: readonly string[]
  /** The first column of the line that has code. A breakpoint on the line is there. */
  readonly lineColumn?: number
}
