import { describe, expect, test } from 'vitest'
import { filePathOf, isInternalUrl } from './source-location.js'

describe('the file of a script', () => {
  test.each<[string, string | undefined, string]>([
    ['file:///srv/app.js', '/srv/app.js', 'a module'],
    ['file:///srv/app.js?v=2', '/srv/app.js', 'the same module imported with a query'],
    ['file:///srv/app.js#part', '/srv/app.js', 'with a fragment'],
    ['file:///srv/my%20app.js', '/srv/my app.js', 'a space in its name'],
    ['file:///srv/100%25.js', '/srv/100%.js', 'a per cent sign in its name'],
    ['file:///srv/gr%C3%B6%C3%9Fe.js', '/srv/größe.js', 'letters that are not ASCII'],
    ['file://elsewhere/app.js', undefined, 'a file of another machine'],
    ['file:///srv/bad%2Fname.js', undefined, 'a slash that would be part of a name'],
    ['node:fs', undefined, "Node's own code"],
    ['http://localhost/app.js', undefined, 'a page'],
    ['', undefined, 'evaluated code'],
  ])('%s is %s: %s', (url, path) => expect(filePathOf(url)).toBe(path))

  test('only what Node itself names with node: is internal', () => {
    expect(['node:fs', 'node:internal/timers'].map(isInternalUrl)).toEqual([true, true])
    expect(['file:///node:/a.js', 'evalmachine.<anonymous>', ''].map(isInternalUrl)).toEqual([false, false, false])
  })
})
