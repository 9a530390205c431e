import { adapterDefinition, type AdapterModule } from '@dapplex/protocol'
import { expect, test } from 'vitest'
import { presentedModule } from './presented-module.js'

const moduleOf = (id: string, functionNames: 'bare' | 'dotted', hooks: AdapterModule['hooks'] = {}): AdapterModule => ({
  definition: adapterDefinition.parse({
    id,
    title: id,
    languages: [],
    launchTypes: [],
    programs: [],
    find: [],
    start: { kind: 'connect' },
    install: '',
    traits: { presentation: { functionNames }, hitBreakpointIds: id !== 'player' },
  }),
  hooks,
})

const recorded = moduleOf('recorded', 'dotted')
const player = moduleOf('player', 'bare', { presentsLike: (program) => program.split('.')[0] })

test.each([
  { program: 'recorded.x', functionNames: 'dotted', why: 'as the recorded adapter writes' },
  { program: 'unknown.x', functionNames: 'bare', why: 'an adapter that dapplex does not know' },
  { program: undefined, functionNames: 'bare', why: 'no program' },
])('$why', ({ program, functionNames }) => {
  const { traits } = presentedModule(player, program, [recorded, player]).definition
  expect(traits.presentation.functionNames).toBe(functionNames)
  expect(traits.hitBreakpointIds).toBe(false)
})
