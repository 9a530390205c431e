import type { Client } from '@dapplex/client'
import type { ToolResult } from '@dapplex/protocol'
import { openClient } from '../daemon/open-client.js'
import { treeLines } from './tree-lines.js'
import { print, printFullScreen, printJson } from '../output/print.js'

export interface TreeOptions {
  readonly follow?: boolean
  readonly node?: string
  readonly json?: boolean
}

/** How long one call waits for a change. */
const WAIT_MS = 60_000

/** Prints the tree; with `follow` again at each change, until the daemon ends or the process is interrupted. */
export async function printTree(options: TreeOptions): Promise<void> {
  const client = await openClient({ name: 'dapplex tree', kind: 'terminal', start: 'never' })
  const gone = new AbortController()
  client.on('close', () => gone.abort())
  process.once('SIGINT', () => client.close())
  try {
    let tree = await readTree(client, options)
    printOnce(tree, options)
    while (options.follow === true) {
      const next = await readTree(client, options, tree.version)
      if (next.version !== tree.version) printOnce(next, options)
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

function printOnce(tree: ToolResult<'workflow_tree'>, { follow, json }: TreeOptions): void {
  if (json === true) {
    printJson(tree, follow === true ? 'line' : 'indented')
    return
  }
  const text = treeLines(tree, Date.now()).join('\n')
  if (follow !== true) print(text)
  else if (process.stdout.isTTY) printFullScreen(text)
  else print(`${text}\n`)
}
