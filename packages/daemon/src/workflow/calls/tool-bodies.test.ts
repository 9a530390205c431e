import { surface } from '@dapplex/protocol'
import { expect, test } from 'vitest'
import { toolBodies } from './tool-bodies.js'

test('every tool of the group workflow has a body, nothing else has one', () => {
  const ofTheWorkflow = Object.values(surface).filter(({ group }) => group === 'workflow')
  expect([...toolBodies.keys()].sort()).toEqual(ofTheWorkflow.map(({ name }) => name).sort())
})
