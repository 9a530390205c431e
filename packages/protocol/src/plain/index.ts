/**
 * What needs no schema. `@dapplex/protocol` builds the schemas of all tools, which takes a command longer than its work: a command
 * that calls a tool takes this entry, and the whole one where it needs a schema.
 */
export * from '../dap/index.js'
export * from '../derive/escape-json.js'
export * from '../derive/nearest-name.js'
export * from '../errors/file-failure.js'
export * from '../errors/rpc-error.js'
export * from '../errors/tool-error.js'
