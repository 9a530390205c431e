import type { Runtime } from '../inspector/methods.js'
import { previewOf } from './preview.js'

/** What was thrown, without its stack: `TypeError: bad x`, or the preview of a value that is not an Error. */
export const thrownText = (thrown: Runtime.RemoteObject): string => previewOf(thrown)

/** What an evaluation threw. */
export const thrownBy = ({ exception, text }: Runtime.ExceptionDetails): string =>
  exception === undefined ? text : thrownText(exception)
