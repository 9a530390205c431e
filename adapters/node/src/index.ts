export { nodeAdapter } from './in-daemon/definition.js'
