/**
 * What `npm run build` puts into one file each, since reading and compiling some hundred modules is what the start of a command
 * mostly costs. `light`: commands that only talk to a daemon. `full`: all of them, and the daemon.
 */
type BundleName = 'light' | 'full'

/** First words of a command line that need nothing but the light bundle. */
const LIGHT: ReadonlySet<string> = new Set([
  ...['--version', '--help', '-h', 'help'],
  ...['status', 'sessions', 'clients', 'call', 'dap', 'mcp', 'events', 'tree', 'adapters', 'attach'],
])

export const bundleFor = (command: string | undefined): BundleName =>
  command === undefined || LIGHT.has(command) ? 'light' : 'full'

/** The names of the code caches: the daemon runs other functions than the commands do. */
export const cacheFor = (command: string | undefined): 'light' | 'full' | 'daemon' =>
  command === 'daemon' ? 'daemon' : bundleFor(command)
