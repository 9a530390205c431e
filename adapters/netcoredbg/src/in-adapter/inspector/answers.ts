import type { InspectedException } from '../errors/shim-error.js'

/** A value as the inspector describes it. */
export interface InspectedValue {
  readonly id: number
  readonly type: string
  readonly typeName: string
  /** As the expression compiler reads it. */
  readonly syntax: string
  readonly value: string
  readonly kind: string
  readonly isValueType: boolean
  readonly isDynamic?: boolean
  readonly hasChildren: boolean
  readonly count?: number
}

export type Captured = { readonly isNull: true } | ({ readonly isNull?: undefined } & InspectedValue)

/** One child of an object. */
export interface InspectedRow {
  readonly name: string
  readonly type: string
  readonly value: string
  readonly hasChildren: boolean
  readonly id?: number
  readonly count?: number
  /** What follows the parent's expression to name this child. Absent where no expression names it. */
  readonly evaluate?: string
  /** The type to which the parent must be cast first, because its static type has another member of this name. */
  readonly cast?: string
  /** The type that stands in the place of the parent: the member is static. */
  readonly owner?: string
  /** This row opens another view of the same object. */
  readonly view?: string
  readonly lazy?: boolean
  readonly failed?: boolean
}

export interface InspectedChildren {
  readonly rows: readonly InspectedRow[]
  readonly total: number
}

/** Objects with the first of what stands below each. */
export interface InspectedContents {
  readonly objects: readonly (InspectedChildren & { readonly value: string })[]
}

export interface RunResult {
  readonly result?: Captured
  readonly thrown?: InspectedException
  readonly writes?: readonly { readonly index: number; readonly value: Captured }[]
}
