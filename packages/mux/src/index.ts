export * from './input.js'
