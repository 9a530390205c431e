import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { recordedAdapter } from './recorded-adapter.js'

const transcript = (name: string) => fileURLToPath(new URL(`../../../../fixtures/transcripts/${name}`, import.meta.url))

test.each([
  { file: transcript('netcoredbg/inspect.ndjson'), adapter: 'netcoredbg', why: 'the header names it' },
  { file: transcript('README.md'), adapter: undefined, why: 'no recording' },
  { file: '/nowhere/none.ndjson', adapter: undefined, why: 'no file' },
])('$why', ({ file, adapter }) => expect(recordedAdapter(file)).toBe(adapter))
