export { replayAdapter } from './in-daemon/definition.js'
