import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adapterDefinition, type AdapterDefinitionInput, type AdapterModule } from '@dapplex/protocol'
import { locateAdapter } from './locate-adapter.js'
import { matchFiles } from './file-pattern.js'
import { isOlder } from './version.js'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dapplex-locate-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const script = (name: string, text: string) => {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

const module = (part: Partial<AdapterDefinitionInput>, entry?: string): AdapterModule => ({
  definition: adapterDefinition.parse({
    id: 'x',
    title: 'X',
    languages: [],
    launchTypes: [],
    programs: [],
    find: [],
    start: { kind: 'stdio', args: [] },
    install: 'install it',
    traits: {},
    ...part,
  }),
  ...(entry === undefined ? {} : { entry }),
})

describe('finding an adapter', () => {
  test('the places are tried in order, and what was tried is told', async () => {
    const path = script('bin/xdbg', 'exit 0')
    const find = [
      { kind: 'env', name: 'XDBG_PATH' },
      { kind: 'path', command: 'xdbg' },
    ] as const
    const x = module({ find: [...find] })
    expect(await locateAdapter(x, { env: { PATH: join(folder, 'bin') } })).toMatchObject({
      kind: 'found',
      location: { command: path, args: [], path },
    })
    const named = await locateAdapter(x, { env: { XDBG_PATH: '/nowhere', PATH: '' } })
    expect(named).toEqual({
      kind: 'missing',
      tried: ['/nowhere (XDBG_PATH): not a file that can be run', 'xdbg: not on PATH'],
    })
  })

  test('a path of the configuration counts alone', async () => {
    const found = await locateAdapter(module({ find: [{ kind: 'bundled' }] }), { env: {}, configured: '/nowhere' })
    expect(found).toEqual({
      kind: 'missing',
      tried: ['/nowhere (adapters in the configuration): not a file that can be run'],
    })
  })

  test('one that is too old does not count; the next place does', async () => {
    script('old/xdbg', 'echo xdbg 1.9.2')
    script('new/xdbg', 'echo xdbg 1.10.0')
    const x = module({
      find: [{ kind: 'path', command: 'xdbg' }],
      version: { args: ['--version'], pattern: 'xdbg ([\\d.]+)', minimum: '1.10' },
    })
    const path = (...names: string[]) => ({ env: { PATH: names.map((name) => join(folder, name)).join(':') } })
    expect(await locateAdapter(x, path('old', 'new'))).toMatchObject({
      kind: 'found',
      location: { version: '1.10.0', path: join(folder, 'new/xdbg') },
    })
    expect(await locateAdapter(x, path('old'))).toEqual({
      kind: 'missing',
      tried: [`${join(folder, 'old/xdbg')}: version 1.9.2 is too old; 1.10 or later is needed`],
    })
  })

  test('a Python module: the first interpreter that can import it, also behind one on PATH that cannot', async () => {
    script('a/python3', 'exit 1')
    const good = script('b/python3', 'exit 0')
    const x = module({ find: [{ kind: 'python-module', module: 'debugpy.adapter', interpreters: ['python3'] }] })
    expect(await locateAdapter(x, { env: { PATH: `${join(folder, 'a')}:${join(folder, 'b')}` } })).toMatchObject({
      location: { command: good, args: ['-m', 'debugpy.adapter'] },
    })
  })

  test('a JavaScript file is run by this Node', async () => {
    const path = join(folder, 'adapter.js')
    writeFileSync(path, '')
    expect(await locateAdapter(module({ find: [{ kind: 'bundled' }] }, path), { env: {} })).toMatchObject({
      location: { command: process.execPath, args: [path] },
    })
    const pattern = join(folder, '*.js')
    expect(await locateAdapter(module({ find: [{ kind: 'file', pattern }] }), { env: {} })).toMatchObject({
      location: { command: process.execPath, args: [path] },
    })
  })

  test('given by the caller as a command and its arguments', async () => {
    const path = script('given', 'exit 0')
    const x = module({ find: [{ kind: 'given', argument: 'command' }] })
    expect(await locateAdapter(x, { env: {}, launchArguments: { command: [path, '-v'] } })).toMatchObject({
      location: { command: path, args: ['-v'] },
    })
    expect(await locateAdapter(x, { env: {}, launchArguments: { command: 'x' } })).toMatchObject({ kind: 'missing' })
  })

  test('of several versions of a file the newest counts', () => {
    for (const version of ['1.9.0', '1.10.0', '1.2.0']) script(`ext-${version}/bin/dbg`, '')
    expect(matchFiles(join(folder, 'ext-*/bin/dbg')).map((path) => path.slice(folder.length))).toEqual([
      '/ext-1.2.0/bin/dbg',
      '/ext-1.9.0/bin/dbg',
      '/ext-1.10.0/bin/dbg',
    ])
  })

  test.each([
    ['1.9', '1.10', true],
    ['1.10', '1.9', false],
    ['3.1.3-1', '3.1.3', false],
    ['2', '2.0.1', true],
  ])('%s is older than %s: %s', (version, minimum, want) => expect(isOlder(version, minimum)).toBe(want))
})
