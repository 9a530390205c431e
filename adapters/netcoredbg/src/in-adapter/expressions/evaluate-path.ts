import type { Captured } from '../inspector/answers.js'
import { isObjectText } from '../inspector/capture-forms.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { captureVariable, listFrame } from '../debuggee/frame-variables.js'
import type { MemberPath } from './member-path.js'

export interface PathPlace {
  readonly path: MemberPath
  readonly frameId: number
}

/**
 * Reads a path from a variable of the frame through the inspector. Undefined when the first name is no variable of the frame,
 * a step finds nothing, or a getter of the program would have to run. The compiler handles these cases.
 */
export async function evaluatePath(debuggee: Debuggee, place: PathPlace): Promise<Captured | undefined> {
  const { path, frameId } = place
  const variable = (await listFrame(debuggee, frameId)).find((one) => one.name === path.root)
  if (variable === undefined || !isObjectText(variable.value)) return undefined
  const captured = await captureVariable(debuggee, { variable, frameId })
  if (captured.isNull === true) return path.steps.length === 0 ? captured : undefined
  if (path.steps.length === 0) return captured
  const parameters = { id: captured.id, steps: path.steps.join('\n') }
  const answer = await debuggee.inspector.call<Captured & { readonly notFound?: boolean }>('path', parameters, frameId)
  return answer.notFound === true ? undefined : answer
}
