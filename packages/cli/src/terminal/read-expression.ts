import { call, CommandFailure, type SessionAccess } from './view-context.js'

interface Evaluated {
  readonly result?: string
  readonly type?: string
  readonly error?: boolean
  readonly message?: string
}

/** The value of an expression. Errors: CommandFailure with what the expression threw. */
export async function readExpression(view: SessionAccess, expression: string): Promise<string> {
  const answer = await call<Evaluated>(view, 'evaluate', { expression })
  if (answer.error === true) throw new CommandFailure(`${answer.type ?? 'error'}: ${answer.message ?? ''}`)
  return answer.result ?? ''
}
