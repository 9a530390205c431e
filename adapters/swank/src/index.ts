export { swankAdapter } from './definition.js'
