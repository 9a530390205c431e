import type { AdapterTraits, SessionView, ToolError } from '@dapplex/protocol'
import { documentedFailure, failureText } from './dap-failure.js'
import type { DapAnswer, DapSession } from '../port/dap-session.js'
import type { CallLimits } from './call-limits.js'

export type Body = Readonly<Record<string, unknown>>

/** A call on its session. */
export class SessionCall {
  readonly call: CallLimits
  readonly session: DapSession

  constructor(call: CallLimits, session: DapSession) {
    this.call = call
    this.session = session
  }

  get view(): SessionView {
    return this.session.view()
  }

  get traits(): AdapterTraits {
    return this.session.traits
  }

  /** Sends one DAP request. A failure is returned; a documented failure is thrown. */
  async send(command: string, args: Body): Promise<DapAnswer> {
    const answer = await this.session.request(command, args, this.call.rest())
    if (answer.success) return answer
    const documented = documentedFailure(this.session, answer, args)
    if (documented !== undefined) throw documented
    return answer
  }

  /** Sends one DAP request and returns its body. `refuse` makes the error of a failure from the adapter's words. */
  async ask(command: string, args: Body, refuse: (reason: string) => ToolError): Promise<Body> {
    const answer = await this.send(command, args)
    if (answer.success) return answer.body
    throw refuse(failureText(answer))
  }

  /** Whether the adapter announced this capability, or serves the request without announcing it (`traits.serves`). */
  can(capability: string, command?: string): boolean {
    const announced = (this.view.capabilities as Body)[capability] === true
    return announced || (command !== undefined && this.serves(command))
  }

  serves(command: string): boolean {
    return this.traits.serves.includes(command)
  }
}
