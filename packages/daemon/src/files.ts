/**
 * What other processes read of the daemon on disk: its address and its tokens. A file of its own, because a command that only
 * looks for a running daemon must not load the daemon's code.
 */
export { isSameProcess } from './state/process-identity.js'
export { readDaemonState, type DaemonState } from './state/daemon-state.js'
export { makeFolder } from './state/make-folder.js'
export { replaceFile } from './state/private-file.js'
export { stateFolder } from '@dapplex/transport/state-folder'
export { makeStateFolders, statePaths, type StatePaths } from './state/state-folder.js'
export { addPrincipal, readPrincipals, removePrincipal, ROLES, type RegisteredPrincipal } from './access/principals.js'
export { readToken } from './access/token.js'
export { OWNER_VARIABLE } from './adapters/supervise/process-table.js'
