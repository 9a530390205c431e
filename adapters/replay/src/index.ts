export { replayAdapter } from './definition.js'
