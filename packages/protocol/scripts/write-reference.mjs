/** Writes docs/reference/ from the tool registry: `npm run build && node packages/protocol/scripts/write-reference.mjs`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { markdownReference } from '../dist/index.js'

const folder = fileURLToPath(new URL('../../../docs/reference/', import.meta.url))
await mkdir(folder, { recursive: true })
for (const [name, text] of markdownReference()) {
  const options = await resolveConfig(`${folder}${name}`)
  await writeFile(`${folder}${name}`, await format(text, { ...options, parser: 'markdown' }))
}
