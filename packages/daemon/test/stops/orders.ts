import { buildGo, fixture } from '@dapplex/testkit'
import { languages, type Language } from '../contract/languages.js'

/** The program `orders` in Go. Of what a language spells only the source is used here. */
export const goOrders: Language = {
  name: 'Go',
  adapter: 'delve',
  needs: ['go', 'delve'],
  source: fixture('programs/go/orders/main.go'),
  // Delve builds into the folder of the program, where two sessions would share one file.
  build: () => buildGo(fixture('programs/go/orders')),
  sum: 'count + index',
  unreadable: 'count +',
  throwing: '*(*int)(nil)',
  slot: 'Quantity',
  className: 'Order',
  functionName: 'main.total',
  packageName: 'main',
  exceptionType: 'panic',
}

export const language = (name: string): Language => {
  const found = [...languages, goOrders].find((one) => one.name === name)
  if (found === undefined) throw new Error(`no program 'orders' in ${name}`)
  return found
}
