export { genericAdapters } from './generic-adapters.js'
