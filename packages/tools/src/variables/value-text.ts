import type { AdapterTraits } from '@dapplex/protocol'
import { simpleTypeName } from '../text/type-name.js'
import type { Variable } from './variable.js'

type Presentation = AdapterTraits['presentation']

/** A value as the tools show it. If the adapter only repeats an object's type, the value is `{SimpleName}`. */
export function valueText(variable: Pick<Variable, 'value'>, presentation: Presentation): string {
  const inner = bracedType(variable.value, presentation)
  return inner === undefined ? variable.value : `{${simpleTypeName(inner)}}`
}

/** The type inside the braces, if the value is only its type. */
export function bracedType(value: string, presentation: Presentation): string | undefined {
  if (presentation.objectValues !== 'type-in-braces') return undefined
  return /^\{([^{}"]+)\}$/.exec(value)?.[1]
}

export const isNullText = (value: string, presentation: Presentation): boolean =>
  value === presentation.literals.null || /^0x0+$/.test(value)
