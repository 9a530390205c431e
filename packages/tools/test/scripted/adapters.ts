export * from './managed-adapters.js'
export * from './native-adapters.js'
