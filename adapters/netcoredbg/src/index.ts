export { netcoredbgAdapter } from './netcoredbg-adapter.js'
