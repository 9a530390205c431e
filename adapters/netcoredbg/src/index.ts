export { netcoredbgAdapter } from './in-daemon/netcoredbg-adapter.js'
