import { expect, test } from 'vitest'
import { paramsSchema, toolRegistry } from '@dapplex/protocol'
import { buildToolCommands } from './tool-commands.js'

const commands = buildToolCommands().commands

test('every tool is a command, by its own name too', () => {
  const names = commands.flatMap((one) => [one.name(), ...one.aliases()])
  expect([...toolRegistry.keys()].filter((name) => !names.includes(name))).toEqual([])
  expect(commands).toHaveLength(toolRegistry.size)
})

test('every parameter is an option; what must be given must be given here, unless another one makes it needless', () => {
  for (const [name, tool] of toolRegistry) {
    const command = commands.find((one) => [one.name(), ...one.aliases()].includes(name))
    const { properties = {}, required = [] } = paramsSchema(tool.params)
    const options = command?.options.filter(({ long }) => long !== '--compact' && long !== '--timeout') ?? []
    expect(options, name).toHaveLength(Object.keys(properties).length)
    const mandatory = options.filter((option) => option.mandatory)
    const needless = Object.values(tool.implies ?? {}).flatMap((implied) => Object.keys(implied))
    expect(mandatory, name).toHaveLength(required.filter((one) => !needless.includes(one)).length)
  }
})
