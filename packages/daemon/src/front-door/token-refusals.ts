import type { RefusedFor } from '../access/gate.js'

/** Why a DAP client on TCP is refused; each text says where a right token is. */
export interface TokenRefusals extends Readonly<Record<RefusedFor, string>> {
  readonly missing: string
}

export const tokenRefusals = (file: string): TokenRefusals => ({
  missing: `dapplex needs its token on TCP: add "dapplexToken" to the launch configuration; the token is in ${file}`,
  unknown: `the token ("dapplexToken" of the launch configuration) does not belong to this daemon, or was removed; the right one is in ${file}`,
  expired: `the time of this token ("dapplexToken" of the launch configuration) is over; ask the user of the daemon for another one, or use that in ${file}`,
  unreadable: `the daemon cannot read its list of tokens; its log says why; the token in ${file} is right`,
})
