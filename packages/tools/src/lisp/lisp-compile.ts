import { surface, type JsonObject, type ToolResult } from '@dapplex/protocol'
import { askServed } from '../call/ask-served.js'
import { invalidParameter } from '../call/invalid-parameter.js'
import { implement } from '../call/tool.js'
import { countIn, flagIn, listIn, textIn } from '../dap/decode.js'
import { present } from '../result/present.js'

const LISP_COMPILE = {
  command: 'dapplex_lispCompile',
  capability: 'lispCompile',
  reason: 'it cannot compile into the running program; build it, then debug_restart',
}

/** `dapplex_lispCompile {file, load} | {code, package?}` → `{success, loaded, notes}`. */
export const lispCompile = implement(surface.lisp_compile, async (params, call) => {
  const { file, code, load, package: packageName } = params
  if ((file === undefined) === (code === undefined))
    throw invalidParameter({ field: 'file', says: "Give either 'file' or 'code'", value: file })
  const on = call.on(params.session_id)
  const body = await askServed(on, LISP_COMPILE, present({ file, code, load, package: packageName }))
  return present({
    success: flagIn(body, 'success'),
    loaded: flagIn(body, 'loaded'),
    file: textIn(body, 'file'),
    duration_ms: countIn(body, 'duration_ms'),
    notes: listIn(body, 'notes').map(noteRow),
  })
})

type Note = ToolResult<'lisp_compile'>['notes'][number]
const SEVERITIES: readonly string[] = ['error', 'warning', 'style-warning', 'note'] satisfies Note['severity'][]
const isSeverity = (text: string): text is Note['severity'] => SEVERITIES.includes(text)

function noteRow(note: JsonObject): Note {
  const severity = textIn(note, 'severity') ?? 'note'
  return present({
    severity: isSeverity(severity) ? severity : 'note',
    message: textIn(note, 'message') ?? '',
    file: textIn(note, 'file'),
    line: countIn(note, 'line'),
    column: countIn(note, 'column'),
  })
}
