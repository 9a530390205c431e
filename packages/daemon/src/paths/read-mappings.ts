import { z } from 'zod'
import { toolError } from '@dapplex/protocol'
import type { PathMapping } from '@dapplex/tools'

const mappings = z.array(z.object({ remote: z.string().min(1), local: z.string().min(1) }))

/**
 * The path mappings that an editor gives in its launch or attach arguments (`dapplexPathMappings`).
 * @throws ToolError INVALID_PARAMETER
 */
export function readMappings(args: Readonly<Record<string, unknown>>): readonly PathMapping[] {
  const given = args['dapplexPathMappings']
  if (given === undefined) return []
  const parsed = mappings.safeParse(given)
  if (parsed.success) return parsed.data
  const field = 'dapplexPathMappings'
  throw toolError(
    'INVALID_PARAMETER',
    { field, parameter: field, value: given },
    `${field} is a list of {"remote": folder, "local": folder}`,
  )
}
