export * from './error-text.js'
export * from './fields.js'
export * from './message.js'
export * from './read-member.js'
