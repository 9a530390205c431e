import type { Runtime } from '../inspector/methods.js'
import { previewOf } from '../variables/preview.js'

/** What was thrown, without its calls: `TypeError: bad x`, or the preview of what is no Error. */
export const thrownText = (thrown: Runtime.RemoteObject): string => previewOf(thrown)

/** What an evaluation threw. */
export const thrownBy = ({ exception, text }: Runtime.ExceptionDetails): string =>
  exception === undefined ? text : thrownText(exception)
