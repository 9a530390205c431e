import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { coreCatalogue, requestNamed, servedCatalogue } from '@dapplex/protocol'

const source = fileURLToPath(new URL('..', import.meta.url))
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`${source}/${file}`, 'utf8'))
  .join('\n')

test.each(Object.keys({ ...servedCatalogue, ...coreCatalogue }))(
  '%s is asked by a tool, or its entry says who asks it',
  (name) => {
    const isAsked = code.includes(`'${name}'`)
    const asker = requestNamed(name)?.asker
    expect(isAsked ? asker === undefined : asker !== undefined).toBe(true)
  },
)
