import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactUrlPattern, urlPatternOf } from './url-pattern.js'

const matches = (path: string, url: string) => new RegExp(urlPatternOf(path)).test(url)

describe('the URLs of a file', () => {
  test.each([
    { path: '/a b/ü.js', url: 'file:///a%20b/%C3%BC.js', why: 'spaces and UTF-8, encoded' },
    { path: '/a b/ü.js', url: 'file:///a%20b/%c3%bc.js', why: 'in either case' },
    { path: '/[x]~/m.js', url: 'file:///[x]~/m.js', why: 'as CommonJS leaves them' },
    { path: '/[x]~/m.js', url: 'file:///%5Bx%5D~/m.js', why: 'as a browser would' },
    { path: '/m.mjs', url: 'file:///m.mjs?fresh=1', why: 'an import with a query' },
    { path: 'C:\\work\\m.js', url: 'file:///C:/work/m.js', why: 'Windows' },
  ])('$why', ({ path, url }) => expect(matches(path, url)).toBe(true))

  test.each([
    { path: '/a.js', url: 'file:///aXjs', why: 'a dot is a dot' },
    { path: '/a.js', url: 'file:///x/a.js', why: 'the whole path counts' },
    { path: '/a.js', url: 'file:///a.jsx', why: 'to its end' },
  ])('but not: $why', ({ path, url }) => expect(matches(path, url)).toBe(false))

  test('any path matches its own URL', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => !/[/\0]/.test(one) && !/^\.+$/.test(one))
    fc.assert(
      fc.property(name, (part) => {
        const path = `/base/${part}/m.js`
        expect(matches(path, pathToFileURL(path).href)).toBe(true)
      }),
    )
  })

  test('a symbolic link is the file that it stands for', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dapplex-url-')))
    writeFileSync(join(folder, 'real.js'), '')
    symlinkSync(join(folder, 'real.js'), join(folder, 'link.js'))
    expect(matches(join(folder, 'link.js'), pathToFileURL(join(folder, 'real.js')).href)).toBe(true)
    rmSync(folder, { recursive: true })
  })
})

test('a URL is matched exactly', () => {
  const pattern = new RegExp(exactUrlPattern('node:internal/a.b'))
  expect(pattern.test('node:internal/a.b')).toBe(true)
  expect(pattern.test('node:internal/aXb')).toBe(false)
})
