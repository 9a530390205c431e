export { genericAdapters } from './in-daemon/generic-adapters.js'
