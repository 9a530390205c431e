import { z } from 'zod'
import { defineErrors } from './entry.js'

/** Breakpoints and the places they are set at. */
export const breakpointErrors = defineErrors({
  BREAKPOINT_NOT_FOUND: {
    rule: 'surface',
    says: 'There is no breakpoint {id}',
    then: 'breakpoint_list {} shows the existing breakpoints',
    data: z.object({ id: z.int() }),
  },
  BREAKPOINT_UNSUPPORTED: {
    rule: 'surface',
    says: '{adapter} has no {what} breakpoints',
    then: 'set one by its place: breakpoint_set {file, line}',
    data: z.object({ what: z.string(), adapter: z.string(), capability: z.string().optional() }),
  },
  INVALID_FILE: {
    rule: 'surface',
    says: "'{file}' is not a source of the program: {reason}",
    then: 'give the absolute path of a source file; stacktrace_get {} shows those of the stack',
    data: z.object({ file: z.string(), reason: z.string() }),
  },
  INVALID_LINE: {
    rule: 'surface',
    says: "'{file}' has no line {line}",
    then: 'source_get {"file": "{file}"} shows the lines of the file',
    data: z.object({
      file: z.string(),
      line: z.int().optional(),
      nearest_valid_line: z.int().optional(),
      text: z.string().optional(),
      candidates: z.array(z.object({ line: z.int(), text: z.string() })).optional(),
    }),
  },
  INVALID_CONDITION: {
    rule: 'mux 1',
    says: "The condition '{condition}' is not valid: {reason}",
    then: 'write it as an expression of the language of the program; evaluate {expression, frame_index} tries one at a stop',
    data: z.object({ condition: z.string(), reason: z.string() }),
  },
})
