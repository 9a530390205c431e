#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { loadBundle } from './start/load-bundle.js'

const bundle = loadBundle(fileURLToPath(new URL('bundle/', import.meta.url)), {
  command: process.argv[2],
  importModule: (specifier) => import(specifier),
})
const { run } = bundle ?? (await import('./run.js'))
await run()
