import { z } from 'zod'
import { breakpointView } from '../requests/session.js'

/** The DAP events that only dapplex sends; an editor that does not know them leaves them alone. */
export const ownDapEvents = {
  /** From the front door to a client whose hello has `tellSession`: the session that it is in. */
  dapplex_session: z.object({ session_id: z.string() }),
  /** From the core to an editor: the breakpoints of the other clients (mux 2). */
  dapplex_breakpoints: z.object({ breakpoints: z.array(breakpointView) }),
  /** From an adapter: a restart or the program waits for input, which `dapplex_input` gives. */
  dapplex_inputRequested: z.object({ reason: z.string() }),
}
export type OwnDapEvent = keyof typeof ownDapEvents
