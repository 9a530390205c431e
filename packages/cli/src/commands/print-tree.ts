import type { Client } from '@dapplex/client'
import type { ToolResult } from '@dapplex/protocol'
import { openClient } from '../daemon/open-client.js'
import { treeLines } from '../tree/tree-lines.js'

export interface TreeOptions {
  readonly follow?: boolean
  readonly node?: string
  readonly json?: boolean
}

/** How long one call waits for a change. */
const WAIT_MS = 60_000
/** ANSI: to the upper left corner, and clear what is below. */
const REDRAW = '\x1b[H\x1b[J'

/** Prints the tree; with `follow` again at each change, until the daemon ends or the process is interrupted. */
export async function printTree(options: TreeOptions): Promise<void> {
  const client = await openClient({ name: 'dapplex tree', kind: 'terminal', start: 'never' })
  const gone = new AbortController()
  client.on('close', () => gone.abort())
  process.once('SIGINT', () => client.close())
  try {
    let tree = await readTree(client, options)
    print(tree, options)
    while (options.follow === true) {
      const next = await readTree(client, options, tree.version)
      if (next.version !== tree.version) print(next, options)
      tree = next
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error
  } finally {
    client.close()
  }
}

function readTree(client: Client, { node }: TreeOptions, since?: number): Promise<ToolResult<'workflow_tree'>> {
  return client.call('workflow_tree', {
    ...(node === undefined ? {} : { nodeId: node }),
    ...(since === undefined ? {} : { sinceVersion: since, timeoutMs: WAIT_MS }),
  })
}

function print(tree: ToolResult<'workflow_tree'>, { follow, json }: TreeOptions): void {
  if (json === true) {
    process.stdout.write(`${JSON.stringify(tree, null, follow === true ? 0 : 2)}\n`)
    return
  }
  const text = treeLines(tree, Date.now()).join('\n')
  if (follow !== true) process.stdout.write(`${text}\n`)
  else if (process.stdout.isTTY) process.stdout.write(`${REDRAW}${text}\n`)
  else process.stdout.write(`${text}\n\n`)
}
