import { toolError, type ToolResult } from '@dapplex/protocol'
import { sendServed } from '../call/ask-served.js'
import { present } from '../result/present.js'
import { issueObject } from '../variables/issue-object.js'
import { decodeVariable } from '../variables/variable.js'
import type { FoundObject } from './find-object.js'
import { servedValue, type NewValue } from './new-value.js'
import { objectArguments } from './served-object.js'
import { withOwnIds } from './with-own-ids.js'

type Result = ToolResult<'inspect_slot'>

/**
 * By the adapter's own request. It raises SLOT_NOT_FOUND and SLOT_TYPE_ERROR itself. `spec` is what the slot is to be set
 * to; without it the slot is read.
 */
export async function servedSlot(found: FoundObject, slot: string, spec: NewValue | undefined): Promise<Result> {
  const { on, entry } = found
  const value = spec === undefined ? undefined : servedValue(spec)
  const args = present({ ...objectArguments(found), slot, value })
  const refuse = (reason: string) => toolError('VARIABLES_FAILED', { reason })
  const entries = spec?.kind === 'object' ? [entry, spec.entry] : [entry]
  const body = await withOwnIds(entries, sendServed(on, { command: 'dapplex_inspectSlot', args }, refuse))
  const variable = decodeVariable(body)
  return present({
    object_id: entry.id,
    slot_name: slot,
    value: variable.value,
    type: variable.type,
    bound: body.bound,
    value_object_id: issueObject(on, variable, 'evaluate'),
    writable: body.writable,
  })
}
