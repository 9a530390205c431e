export { dapWay } from './dap-way.js'
export type { Observation, Subject, Way } from './observation.js'
export { ordersSubject } from './subjects.js'
export { surfaceWay, type CallSurface } from './surface-way.js'
