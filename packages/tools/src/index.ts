export * from './port/dap-session.js'
export * from './port/tool-context.js'
