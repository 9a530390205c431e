export { nodeAdapter } from './definition.js'
