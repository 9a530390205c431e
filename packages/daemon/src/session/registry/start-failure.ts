import { accessSync, constants, statSync } from 'node:fs'
import { errorFromDap, errorText, toolError, type AdapterDefinition, type AdapterModule } from '@dapplex/protocol'
import { withText, type DapAnswer } from '@dapplex/tools'
import { ptraceHint } from '../../adapters/attach/check-attach.js'
import { programKind } from '../../adapters/infer/program-kind.js'
import type { SessionRuntime } from '../runtime/session-runtime.js'

/** Characters of the adapter's last output that go with a failure. */
const SAID = 2000

/**
 * Why a session did not start, in the adapter's words and with its last output (delve: "Check the debug console for
 * details" means that output), and with what the file itself shows.
 */
export function startFailure(
  runtime: SessionRuntime,
  command: 'launch' | 'attach',
  answer: Extract<DapAnswer, { success: false }>,
): Error {
  const documented = errorFromDap(answer.error)
  const adapter = runtime.module.definition.id
  if (documented !== undefined) return withText(documented, adapter)
  const end = runtime.adapterEnd
  const message = (errorText(answer.error) ?? answer.message).trim()
  const wrote = textOf(runtime)
  const said = runtime.stderr()
  const stderr = said === '' || isTold(said, [message, wrote]) ? {} : { stderr: said }
  if (end !== undefined) return toolError('ADAPTER_CRASHED', { adapter, reason: end.why, ...stderr })
  if (
    command === 'launch' &&
    runtime.program !== undefined &&
    runsNative(runtime.module) &&
    lacksExecutePermission(runtime.program)
  )
    return toolError('PERMISSION_DENIED', {
      what: `Running ${runtime.program}`,
      reason: 'it has no execute permission (chmod +x gives it), which a program of its kind needs',
    })
  const parts = [message === '' ? `${adapter} gave no reason` : message]
  if (wrote !== '' && !isTold(wrote, [message])) parts.push(`it wrote: ${wrote.slice(-SAID)}`)
  if (command === 'attach') parts.push(ptraceHint(runtime.module) ?? '')
  if (command === 'launch' && runtime.program !== undefined)
    parts.push(explainProgram(runtime.program, runtime.module.definition))
  const told = parts.filter((part) => part !== '')
  const reason = told.map((part, index) => (index < told.length - 1 ? part.replace(/\.$/, '') : part)).join('; ')
  return toolError(command === 'launch' ? 'LAUNCH_FAILED' : 'ATTACH_FAILED', { reason, adapter, ...stderr })
}

const textOf = ({ output }: SessionRuntime): string =>
  output
    .from(0)
    .pieces.map((piece) => piece.text)
    .join('')
    .trim()

/** Whether each line of a text stands in others already: an adapter may repeat in its answer what the program has written. */
function isTold(text: string, told: readonly string[]): boolean {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.every((line) => told.some((one) => one.includes(line)))
}

/** What is wrong with the program's file. Debug adapters do not report it. */
function explainProgram(program: string, { launch }: AdapterDefinition): string {
  const stat = statSync(program, { throwIfNoEntry: false })
  if (stat === undefined) return ''
  if (stat.isDirectory()) {
    const takesFolders = launch?.byProgram?.some(({ programs }) => programs.includes('folder')) === true
    return takesFolders ? '' : `${program} is a folder`
  }
  return ''
}

/** Languages whose programs the operating system runs directly. */
const NATIVE: ReadonlySet<string> = new Set(['c', 'cpp', 'rust', 'go'])

/** Whether the adapter would execute such a program. One that a user has given as a command names no languages. */
const runsNative = ({ definition: { languages }, hooks }: AdapterModule): boolean =>
  hooks?.showsRecording === undefined && (languages.length === 0 || languages.some((language) => NATIVE.has(language)))

/** Whether a native executable lacks the execute permission. */
function lacksExecutePermission(program: string): boolean {
  const stat = statSync(program, { throwIfNoEntry: false })
  if (stat?.isFile() !== true) return false
  const kind = programKind(program)
  if (kind.kind !== 'languages' || !kind.languages.some((language) => NATIVE.has(language))) return false
  try {
    accessSync(program, constants.X_OK)
    return false
  } catch {
    return true
  }
}
