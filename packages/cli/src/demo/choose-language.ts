import type { Client } from '@dapplex/client'
import type { DemoLanguage } from './languages.js'
import { adapterOf, PREFERRED } from './languages.js'

/** The first of the preferred languages whose adapter this machine has. */
export async function chooseLanguage(client: Client): Promise<DemoLanguage> {
  const { adapters } = (await client.call('adapters_list', {})) as { adapters: { id: string; found: boolean }[] }
  const isFound = (language: DemoLanguage) => adapters.some((one) => one.id === adapterOf(language) && one.found)
  return PREFERRED.find(isFound) ?? 'node'
}
