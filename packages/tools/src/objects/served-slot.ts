import { toolError, type ToolResult } from '@dapplex/protocol'
import { flagIn } from '../dap/decode.js'
import { present } from '../present.js'
import { issueObject } from '../variables/issue-object.js'
import { decodeVariable } from '../variables/variable.js'
import type { FoundObject } from './find-object.js'
import { objectArguments } from './served-object.js'

type Result = ToolResult<'inspect_slot'>

/**
 * `dapplex_inspectSlot {object | variablesReference, slot, value?}` → a DAP variable of the slot's value, with `bound` and
 * `writable`. `value` is an expression to set the slot to. The adapter raises SLOT_NOT_FOUND and SLOT_TYPE_ERROR itself.
 */
export async function servedSlot(found: FoundObject, slot: string, value: string | undefined): Promise<Result> {
  const { on, entry } = found
  const args = present({ ...objectArguments(found), slot, value })
  const body = await on.ask('dapplex_inspectSlot', args, (reason) => toolError('VARIABLES_FAILED', { reason }))
  const variable = decodeVariable(body)
  return present({
    object_id: entry.id,
    slot_name: slot,
    value: variable.value,
    type: variable.type,
    bound: body['bound'] !== false,
    value_object_id: issueObject(on, variable, 'evaluate'),
    writable: flagIn(body, 'writable'),
  })
}
