import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { describe, expect, test } from 'vitest'
import { markdownReference } from './markdown.js'
import { requestReadmes, withRequestTable } from './request-table.js'

const folder = fileURLToPath(new URL('../../../../docs/reference/', import.meta.url))

describe('docs/reference is what the registry says', () => {
  const pages = markdownReference()
  test('no page is missing, none is left over', async () => {
    expect((await readdir(folder)).sort()).toEqual([...pages.keys()].sort())
  })
  test.each([...pages])('%s (node packages/protocol/scripts/write-reference.mjs writes it)', async (name, text) => {
    const options = await resolveConfig(`${folder}${name}`)
    expect(await readFile(`${folder}${name}`, 'utf8')).toBe(await format(text, { ...options, parser: 'markdown' }))
  })
})

describe('the tables of requests are what the catalogue says', () => {
  const root = new URL('../../../../', import.meta.url)
  test.each(Object.entries(requestReadmes))('%s', async (path, names) => {
    const file = fileURLToPath(new URL(path, root))
    const readme = await readFile(file, 'utf8')
    const options = await resolveConfig(file)
    expect(readme).toBe(await format(withRequestTable(readme, names), { ...options, parser: 'markdown' }))
  })
})
