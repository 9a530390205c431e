/** The environment variable with the socket at which a new process asks for a debugger. */
const ADDRESS_VARIABLE = 'DAPPLEX_NODE_CHILDREN'
const RELAY_FILE = 'relay.cjs'
/** The name of the thread that speaks for the debugger. */
const RELAY_NAME = 'dapplex'
/** How long a waiting process serves no message of the debugger, in ms. */
const LOOK_MS = 5

export = { ADDRESS_VARIABLE, RELAY_FILE, RELAY_NAME, LOOK_MS }
