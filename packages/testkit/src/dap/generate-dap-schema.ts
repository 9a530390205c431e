import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config, createGenerator as CreateGenerator } from 'ts-json-schema-generator'

const require = createRequire(import.meta.url)

const OPTIONS: Config = {
  type: '*',
  expose: 'all',
  topRef: false,
  skipTypeCheck: true,
  additionalProperties: true,
  jsDoc: 'none',
}

/**
 * The JSON schema of the types in `dap-messages.ts`. Generating it takes 2 s of CPU, so all test processes share one
 * result, as long as the types and the generator stay the same.
 */
export function generateDapSchema(): unknown {
  const path = typesPath()
  const kept = keptPath(path)
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as unknown
  // Loaded here: it brings the whole TypeScript compiler, and most tests never check a message.
  const { createGenerator } = require('ts-json-schema-generator') as { createGenerator: typeof CreateGenerator }
  const text = JSON.stringify(createGenerator({ ...OPTIONS, path }).createSchema('*'))
  const unfinished = `${kept}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, kept)
  return JSON.parse(text) as unknown
}

/** The types are in the same folder: as source when tests run from source, as declarations in the build. */
function typesPath(): string {
  const candidates = ['./dap-messages.ts', './dap-messages.d.ts'].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  )
  const path = candidates.find((one) => existsSync(one))
  if (path === undefined) throw new Error(`none of ${candidates.join(', ')} exists: build the testkit first`)
  return path
}

function keptPath(types: string): string {
  const hash = createHash('sha256').update(JSON.stringify(OPTIONS))
  const inputs = [types, ...['@vscode/debugprotocol', 'ts-json-schema-generator'].map(manifestOf)]
  for (const input of inputs) hash.update(readFileSync(input))
  const name = `dapplex-dap-schema-${process.getuid?.() ?? 0}-${hash.digest('hex').slice(0, 20)}.json`
  return join(tmpdir(), name)
}

/** The manifest of a package, whose version identifies its content. */
const manifestOf = (name: string): string => require.resolve(`${name}/package.json`)
