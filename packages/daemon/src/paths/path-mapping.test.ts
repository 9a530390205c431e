import { describe, expect, test } from 'vitest'
import { mapSources, toLocal, toRemote } from './path-mapping.js'

const mappings = [
  { remote: '/app', local: '/home/me/shop' },
  { remote: '/app/vendor/', local: '/usr/share/vendor' },
]

describe('paths of a container', () => {
  test.each([
    { remote: '/app/a.py', local: '/home/me/shop/a.py', why: 'below the folder' },
    { remote: '/app', local: '/home/me/shop', why: 'the folder itself' },
    { remote: '/app/vendor/x/b.py', local: '/usr/share/vendor/x/b.py', why: 'the longest folder counts' },
    { remote: '/apple/c.py', local: '/apple/c.py', why: 'a name that only begins so is another one' },
    { remote: 'file:///app/a%20b.py', local: 'file:///home/me/shop/a%20b.py', why: 'a URI' },
  ])('$why, there and back', ({ remote, local }) => {
    expect(toLocal(mappings)(remote)).toBe(local)
    expect(toRemote(mappings)(local)).toBe(remote)
  })
  test('a machine with the other kind of slash', () => {
    const windows = [{ remote: 'C:\\build', local: '/src' }]
    expect(toLocal(windows)('C:\\build\\a\\b.cs')).toBe('/src/a/b.cs')
    expect(toRemote(windows)('/src/a/b.cs')).toBe('C:\\build\\a\\b.cs')
  })
})

describe('every place where a source stands', () => {
  const source = { name: 'a.py', path: '/app/a.py', sources: [{ path: '/app/a.ts' }] }
  const here = { name: 'a.py', path: '/home/me/shop/a.py', sources: [{ path: '/home/me/shop/a.ts' }] }
  test.each([
    { type: 'response', command: 'stackTrace', body: { stackFrames: [{ id: 1, source }] } },
    { type: 'response', command: 'scopes', body: { scopes: [{ name: 'l', source }] } },
    { type: 'response', command: 'setBreakpoints', body: { breakpoints: [{ id: 1, source }] } },
    { type: 'response', command: 'loadedSources', body: { sources: [source] } },
    { type: 'response', command: 'disassemble', body: { instructions: [{ address: '0x1', location: source }] } },
    { type: 'response', command: 'locations', body: { source, line: 1 } },
    { type: 'event', event: 'output', body: { output: 'x', source } },
    { type: 'event', event: 'breakpoint', body: { breakpoint: { source } } },
    { type: 'event', event: 'loadedSource', body: { source } },
    { type: 'request', command: 'setBreakpoints', arguments: { source, breakpoints: [{ line: 1 }] } },
    { type: 'request', command: 'source', arguments: { source, sourceReference: 0 } },
  ])('$type $command $event', (message) => {
    const want: unknown = JSON.parse(JSON.stringify(message).replaceAll(JSON.stringify(source), JSON.stringify(here)))
    const local = mapSources(message, toLocal(mappings))
    expect(local).toEqual(want)
    expect(mapSources(local, toRemote(mappings))).toEqual(message)
  })
  test('half a character, which no URI can hold, stays as it is', () => {
    expect(toLocal(mappings)('file:///app/\ud800.py')).toBe('file:///home/me/shop/\ud800.py')
  })
  test('a message without one is not copied', () => {
    const message = { type: 'response', body: { variables: [{ name: 'path', value: '/app/a.py' }] } }
    expect(mapSources(message, toLocal(mappings))).toBe(message)
  })
})
