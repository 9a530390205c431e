import { withClient } from '../daemon/open-client.js'
import { printTable } from '../output/print-table.js'
import { printJson } from '../output/print.js'

interface AdapterRow {
  readonly id: string
  readonly found: boolean
  readonly path?: string
  readonly version?: string
  readonly problem?: string
  readonly languages: readonly string[]
  readonly install: string
}

export async function printAdapters({ json }: { json: boolean }): Promise<void> {
  const { adapters } = (await withClient({ name: 'dapplex adapters', kind: 'terminal', start: 'if-needed' }, (client) =>
    client.call('adapters_list', {}),
  )) as { adapters: AdapterRow[] }
  if (json) {
    printJson(adapters)
    return
  }
  const rows = adapters.map((one) => [
    one.id,
    one.found ? (one.version ?? 'found') : one.problem === undefined ? 'missing' : 'unknown',
    one.languages.join(', '),
    one.found ? (one.path ?? '') : (one.problem ?? one.install),
  ])
  printTable({ head: ['adapter', 'version', 'for', 'where, or how to get it'], rows, none: 'No adapters are known.' })
}
