import type { SessionCall } from '../call/call.js'
import type { Activation } from '../port/digest-memory.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { cut } from '../text/cut.js'
import { issueObject } from '../variables/issue-object.js'
import { LONGEST_NAME, LONGEST_VALUE, type DigestMember } from './fields.js'
import { frameValues, keptText, type FrameValue } from './frame-values.js'
import { isInRecording, recordedBefore } from './recorded-before.js'
import { tellsType } from './shown-value.js'

export interface DigestValue {
  readonly name: string
  readonly type?: string
  readonly value: string
  readonly scope?: 'argument'
  readonly object_id?: number
  readonly changed?: true
  readonly previous?: string
  readonly members?: DigestMember[]
}

export interface DigestValues {
  readonly values: DigestValue[]
  readonly omitted: number
  readonly omittedMembers: number
}

/** What of a frame is shown, and with what it is compared. */
export interface ValuesSpec {
  readonly frame: Frame
  readonly stopId: number
  readonly activation: Activation
  readonly withMembers: boolean
}

/**
 * The arguments and then the locals of a frame. What would run code of the program to be read (DAP, `lazy`) is left out.
 * @throws ToolError VARIABLES_FAILED, TIMEOUT
 */
export async function digestValues(on: SessionCall, spec: ValuesSpec): Promise<DigestValues> {
  const { values, texts, omitted } = await frameValues(on, spec)
  const shownBefore = on.session.digests.compare(spec, texts)
  const before = isInRecording(on, spec.stopId) ? await recordedBefore(on, spec.activation) : shownBefore
  return {
    values: values.map((one) => digestValue(on, one, before)),
    omitted,
    omittedMembers: values.reduce((sum, { shown }) => sum + shown.omittedMembers, 0),
  }
}

/** `before`: undefined where the frame is shown for the first time. */
function digestValue(
  on: SessionCall,
  { variable, scope, key, shown }: FrameValue,
  before: ReadonlyMap<string, string> | undefined,
): DigestValue {
  const { type } = variable
  const previous = before?.get(key)
  const hasChanged = before !== undefined && previous !== keptText(shown)
  return present({
    name: cut(variable.name, LONGEST_NAME).text,
    type: type === undefined || tellsType(on, type, shown.text) ? undefined : cut(type, LONGEST_NAME).text,
    value: cut(shown.text, LONGEST_VALUE).text,
    scope:
      scope === 'arguments' && variable.name !== on.traits.presentation.receiver ? ('argument' as const) : undefined,
    object_id: issueObject(on, variable, 'frame'),
    changed: hasChanged ? (true as const) : undefined,
    previous: hasChanged && previous !== undefined ? cut(previous, LONGEST_VALUE).text : undefined,
    members: shown.members.length === 0 ? undefined : [...shown.members],
  })
}
