import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { itemsOf, keywordName } from '../sexp/form.js'
import { readForm } from '../sexp/read.js'
import { cacheFolder, makeFolder } from './cache-folder.js'
import { bootText, CoreCache, coreKey } from './core-cache.js'

describe('where a core is kept', () => {
  test.each([
    { env: { DAPPLEX_CACHE: '/a', XDG_CACHE_HOME: '/b' }, want: '/a', why: 'our own variable first' },
    { env: { XDG_CACHE_HOME: '/b' }, want: '/b/dapplex', why: 'then the one of the desktop' },
    { env: {}, want: join(homedir(), '.cache/dapplex'), why: 'else the usual place' },
  ])('$why', ({ env, want }) => expect(cacheFolder(env)).toBe(want))

  test('folders are made one by one, and where none can be made the error comes at once', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'dapplex-make-')), 'a', 'b')
    makeFolder(folder)
    makeFolder(folder)
    expect(existsSync(folder)).toBe(true)
    expect(() => makeFolder('/proc/nope/a/b')).toThrow(/ENOENT/)
    writeFileSync(join(folder, 'file'), '')
    expect(() => makeFolder(join(folder, 'file'))).toThrow(/EEXIST/)
  })

  test('another Swank is another core', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapplex-key-'))
    const loader = (name: string, text: string) => {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'swank-loader.lisp'), text)
      return join(folder, name, 'swank-loader.lisp')
    }
    const [one, two] = [loader('a', ';1'), loader('b', ';22')]
    expect(coreKey(process.execPath, one)).toBe(coreKey(process.execPath, one))
    expect(coreKey(process.execPath, one)).not.toBe(coreKey(process.execPath, two))
  })

  test('a cache that cannot be written is left for a folder of this user, and that is said', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapplex-fallback-'))
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const loader = join(folder, 'swank-loader.lisp')
    writeFileSync(loader, '')
    const cache = new CoreCache('/bin/sh', loader, { DAPPLEX_CACHE: '/proc/nope' })
    expect(cache.programFasls?.startsWith(join(folder, `dapplex-${userInfo().uid}`))).toBe(true)
    writeFileSync(join(dirname(cache.programFasls ?? ''), 'image.core'), '')
    const said: string[] = []
    expect(await cache.boot((text) => said.push(text))).toMatchObject({ kind: 'core' })
    expect(said.join()).toMatch(/cannot be written .*ENOENT.*is used instead/)
  })

  test('what the image is told is a form that Lisp reads', () => {
    const items = itemsOf(readForm(bootText('/x/swank-loader.lisp', { core: '/c' })))
    const value = (name: string) => items[items.findIndex((item) => keywordName(item) === name) + 1]
    expect(value('swank')).toBe('/x/swank-loader.lisp')
    expect(value('core')).toBe('/c')
    expect(value('fasls')).toBeNull()
    expect(itemsOf(value('helper')).length).toBeGreaterThan(20)
  })
})
