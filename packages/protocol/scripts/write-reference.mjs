/** Writes docs/reference/ from the tool registry, and the tables of requests in READMEs from the catalogue: `npm run build && node packages/protocol/scripts/write-reference.mjs`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { markdownReference, requestReadmes, withRequestTable } from '../dist/index.js'

const folder = fileURLToPath(new URL('../../../docs/reference/', import.meta.url))
await mkdir(folder, { recursive: true })
for (const [name, text] of markdownReference()) {
  const options = await resolveConfig(`${folder}${name}`)
  await writeFile(`${folder}${name}`, await format(text, { ...options, parser: 'markdown' }))
}

const root = new URL('../../../', import.meta.url)
for (const [path, names] of Object.entries(requestReadmes)) {
  const file = fileURLToPath(new URL(path, root))
  const text = withRequestTable(await readFile(file, 'utf8'), names)
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }))
}
