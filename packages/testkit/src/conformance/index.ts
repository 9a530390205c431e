export { dapIngress } from './dap-ingress.js'
export type { Observation, Subject, Ingress } from './observation.js'
export { ordersSubject } from './subjects.js'
export { surfaceIngress, type CallSurface } from './surface-ingress.js'
