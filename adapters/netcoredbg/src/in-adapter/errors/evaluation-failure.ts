import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { ShimError } from './shim-error.js'

/** The reason why netcoredbg refused an evaluation. Programs decide by it. */
export type EvaluationFailureKind = 'unsafe_point' | 'frozen' | 'running' | 'timeout' | 'ended' | 'adapter'

const SAYINGS: readonly (readonly [RegExp, EvaluationFailureKind, string])[] = [
  [
    /GC unsafe point|ILLEGAL_AT_GC_UNSAFE_POINT|0x80131c23/i,
    'unsafe_point',
    'the thread stands in native code, where nothing can be called: plain fields can still be read; stop it at a breakpoint or step out to evaluate',
  ],
  [
    /inconsistent state|0x80131c30/i,
    'frozen',
    'the process is in an inconsistent state after an evaluation that never returned: continue the program, then detach',
  ],
  [/0x80131302|process is running|operation was canceled/i, 'running', 'the program is running: pause it first'],
  [
    /timed? ?out|aborted|0x80131c38/i,
    'timeout',
    'the evaluation took longer than netcoredbg allows (5 s) and was aborted',
  ],
]

/** Turns a failed evaluation into an error. Kind `adapter` has only the words of netcoredbg. */
export function evaluationFailure(expression: string, response: Dap.Response | undefined): ShimError {
  if (response === undefined) return new ShimError('EVAL_FAILED', 'netcoredbg has ended', { kind: 'ended' })
  const said = textOf(response)
  const [, kind, meaning] = SAYINGS.find(([pattern]) => pattern.test(said)) ?? []
  if (kind === 'running') return new ShimError('NOT_PAUSED', 'Process must be paused', { current_state: 'running' })
  if (kind !== undefined && meaning !== undefined)
    return new ShimError('EVAL_FAILED', meaning, { kind, adapter_message: said })
  const why = said === '' ? 'netcoredbg refused it and gave no reason' : said
  return new ShimError('EVAL_FAILED', `${expression}: ${why}`, { kind: 'adapter', adapter_message: said })
}

/** A failed call may be a success whose value is an exception. */
function textOf(response: Dap.Response): string {
  if (!response.success) return response.message ?? ''
  const { type, result } = (response as Dap.EvaluateResponse).body
  return `${type ?? ''} ${result}`.trim()
}
