import type { FramePlace } from '../session/references.js'
import type { Shim } from '../session/shim.js'

/** A value as the helper tells it. */
export interface ValueFacts {
  readonly value: string
  readonly type: string
  readonly kind: string
  readonly object_id?: number
  readonly expandable: boolean
  readonly named?: number
  readonly indexed?: number
  readonly truncated?: boolean
  /** A list whose end leads back into it. */
  readonly circular?: boolean
}
export interface VariableFacts extends ValueFacts {
  readonly name: string
  readonly scope: 'argument' | 'local' | 'closure' | 'dynamic'
  /** How it is read in its frame, where that is possible. */
  readonly expression?: string
  readonly writable: boolean
}
export interface ChildFacts extends ValueFacts {
  readonly name: string
  readonly writable: boolean
  readonly indexed_child: boolean
  /** How the child is read from its parent: `~` stands for the parent's expression. */
  readonly accessor?: string
}

/** A value's type and its reference, for responses that carry one. */
export function valueFields(
  shim: Shim,
  facts: ValueFacts,
  from: { frame?: FramePlace; expression?: string },
): Record<string, unknown> {
  const expandable = facts.expandable && facts.object_id !== undefined
  return {
    type: facts.type,
    variablesReference: expandable
      ? shim.references.containerId({
          kind: 'object',
          id: facts.object_id ?? 0,
          frame: from.frame,
          expression: from.expression,
        })
      : 0,
    ...(facts.circular === true ? { dapplexCircular: true } : {}),
    // The image's own number of the object: it lives as long as the object, not as the reference.
    ...(facts.object_id === undefined ? {} : { dapplexObject: facts.object_id }),
    ...(expandable && facts.named !== undefined ? { namedVariables: facts.named } : {}),
    ...(expandable && facts.indexed !== undefined ? { indexedVariables: facts.indexed } : {}),
  }
}
