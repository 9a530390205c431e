import { expect, test } from 'vitest'
import { coreCatalogue, servedCatalogue, standardCatalogue } from './catalogue.js'
import { spokenCommand } from './spoken-command.js'

test.each([...Object.keys(coreCatalogue), ...Object.keys(servedCatalogue)])(
  'mux 26: a text for people does not name the internal request %s',
  (command) => {
    expect(spokenCommand(command)).not.toMatch(/dapplex_|[a-z][A-Z]/)
  },
)

test('mux 26: a request of DAP keeps its name', () => {
  for (const command of Object.keys(standardCatalogue)) expect(spokenCommand(command)).toBe(command)
})
