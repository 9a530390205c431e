import { z } from 'zod'

/**
 * Commands of the adapter's console (`evaluate`, context `repl`) for what it has no DAP request for. `${address}` and
 * `${count}` are filled in; the answer is text in LLDB's form.
 */
export const consoleCommands = z
  .strictObject({
    /** Lines of `ADDRESS: 0xNN 0xNN …`. */
    readMemory: z.string().optional(),
    /** Lines of `ADDRESS <+OFFSET>: NN NN NN  instruction`, after one that names the function. */
    disassemble: z.string().optional(),
    /** Lines of `[0xSTART-0xEND): PATH:LINE:COLUMN`. */
    lineOfAddress: z.string().optional(),
  })
  .prefault({})
