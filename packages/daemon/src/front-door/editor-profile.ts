import type { ClientProfile } from '@dapplex/mux'
import type { DapRequest } from '@dapplex/protocol'
import { identityOf } from '../access/identity.js'
import type { Principal } from '../access/principals.js'
import { textOf, type Hello } from './dap-target.js'
import { argumentsOf } from './start-arguments.js'

interface Introduced {
  readonly hello: Hello
  readonly initialize: DapRequest | undefined
  /** Of its launch or attach. */
  readonly args: Readonly<Record<string, unknown>>
}

/** Who an editor is, by what it has said of itself. */
export function editorProfile(principal: Principal, { hello, initialize, args }: Introduced): ClientProfile {
  const introduced = initialize === undefined ? {} : argumentsOf(initialize)
  const given = textOf(args['dapplexName']) ?? hello.name
  const name = given ?? textOf(introduced['clientName']) ?? textOf(introduced['clientID']) ?? 'editor'
  const presence = given === undefined ? 'connection' : 'named'
  return {
    ...identityOf(principal, { name, kind: 'editor', presence }),
    isLocal: true,
    keepBreakpoints: args['dapplexKeepBreakpoints'] === true,
    foreignBreakpoints: args['dapplexForeignBreakpoints'] === true,
  }
}
