export { swankAdapter } from './daemon/definition.js'
