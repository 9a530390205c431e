import type { Surface, ToolName, ToolResult } from '@dapplex/protocol'
import type { CallSurroundings } from '@dapplex/tools'
import type { z } from 'zod'
import type { CallPosition } from './call-position.js'

/** What a tool of the workflow does, called from a place in the tree. The parameters have been checked. */
export type ToolBody<N extends ToolName> = (
  params: z.output<Surface[N]['params']>,
  at: CallPosition,
  surroundings: CallSurroundings,
) => ToolResult<N> | Promise<ToolResult<N>>
