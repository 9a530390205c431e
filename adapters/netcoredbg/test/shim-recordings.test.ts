import { readdirSync } from 'node:fs'
import { FIXTURES, readTranscript } from '@dapplex/testkit'
import { expect, test } from 'vitest'
import { gallerySum } from './shim-session.js'

const folder = `${FIXTURES}transcripts/netcoredbg-shim/`

test.each(readdirSync(folder))('%s is of the gallery program as it is', (file) => {
  const made = 'else: DAPPLEX_RECORD=1 npx vitest run --project real adapters/netcoredbg/test/shim-'
  expect(readTranscript(folder + file).header.programSum, made).toBe(gallerySum())
})
