export { swankAdapter } from './in-daemon/definition.js'
