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

/** One child. */
export interface InspectedRow {
  readonly name: string
  readonly type: string
  readonly value: string
  readonly hasChildren: boolean
  readonly id?: number
  readonly count?: number
  /** What is put behind the parent's expression; absent where no expression names it. */
  readonly evaluate?: string
  /** The view of the same object that this row opens. */
  readonly view?: string
  readonly lazy?: boolean
  readonly failed?: boolean
}

export interface InspectedChildren {
  readonly rows: readonly InspectedRow[]
  readonly total: number
}

export interface InspectedException {
  readonly object_id: number
  readonly type: string
  readonly type_full: string
  /** Its type and those above it. */
  readonly types: readonly string[]
  readonly message: string
  readonly stack?: string
  readonly hresult: string
  readonly source?: string
  readonly data?: Readonly<Record<string, string>>
  readonly inner: readonly InspectedException[]
}

export interface RunResult {
  readonly result?: Captured
  readonly thrown?: InspectedException
  readonly writes?: readonly { readonly index: number; readonly value: Captured }[]
}
