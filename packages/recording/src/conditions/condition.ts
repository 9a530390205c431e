import { textIn, type NameStyle } from '@dapplex/protocol'
import type { RecordedRow } from '../format/records.js'
import type { PastStop } from '../read/recording.js'
import { findPath, type RecordedFrame } from '../serve/find-path.js'
import { isTrue, type Expression } from './expression.js'
import { readCommon } from './read-common.js'
import { readLisp } from './read-lisp.js'
import { readValue, type Value } from './value.js'

/** A condition that can be looked up in recorded values: paths, literals, comparisons, and what joins them. */
export interface Condition {
  readonly expression: Expression
  readonly names: NameStyle
}

/** Reads a condition; undefined for one that only the program itself can answer, such as a call. */
export function readCondition(text: string, names: NameStyle): Condition | undefined {
  const expression = names === 'lisp' ? readLisp(text) : readCommon(text, names)
  return expression && { expression, names }
}

/** Whether a condition was met in a frame; undefined where that depends on something that was not recorded. */
export function wasMet({ expression, names }: Condition, stop: PastStop, frame: RecordedFrame): boolean | undefined {
  return isTrue(expression, {
    valueOf: (path) => {
      const found = findPath(stop, frame, { path, names })
      return found && valueOf(found)
    },
    onlyNothingIsFalse: names === 'lisp',
  })
}

/** The rest of a text that was cut is not known. */
function valueOf({ row }: RecordedRow): Value | undefined {
  return row['dapplexTruncated'] === true ? undefined : readValue(textIn(row, 'value') ?? '')
}
