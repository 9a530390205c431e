import { describe, expect, test } from 'vitest'
import { CommandError } from '../exit/command-error.js'
import { entryIn, withEntry, type Document } from './document.js'

const ENTRY = { command: 'dapplex', args: ['mcp'] }
const json = (text: string): Document => ({
  path: '/home/x/settings.json',
  text,
  language: 'json',
  servers: 'mcpServers',
})
const toml = (text: string): Document => ({
  path: '/home/x/config.toml',
  text,
  language: 'toml',
  servers: 'mcp_servers',
})

const DOCUMENTS = [
  { what: 'an empty JSON file', document: json('') },
  { what: 'an empty object', document: json('{}\n') },
  { what: 'other settings, tabs', document: json('{\n\t"theme": "dark",\n\t"list": [1, 2.50, 1e3]\n}\n') },
  {
    what: 'other servers, four spaces',
    document: json('{\n    "mcpServers": {\n        "a": { "command": "x" }\n    }\n}\n'),
  },
  {
    what: 'comments and trailing commas',
    document: json('// mine\n{\n  "a": 1, // one\n  "mcpServers": {\n    /* b */ "b": {},\n  },\n}\n'),
  },
  { what: 'lines that end in CR LF', document: json('{\r\n  "a": 1\r\n}\r\n') },
  { what: 'a byte order mark', document: json('\uFEFF{ "a": 1 }') },
  { what: 'an empty TOML file', document: toml('') },
  {
    what: 'comments, dates and numbers',
    document: toml(
      '# mine\nmodel = "x" # why\nn = 1_000\nf = 1.0\nd = 2024-01-01T00:00:00Z\n\n[projects."/a b"]\ntrust_level = \'trusted\'\n\n# last\n',
    ),
  },
  {
    what: 'other servers as sections',
    document: toml(
      '[mcp_servers.a]\ncommand = "x" # c\nargs = [ "-y",\n  "z" ]\n[mcp_servers.a.env]\nA = "1"\n\n[tui]\nb = 1\n',
    ),
  },
  {
    what: 'other servers as an inline table',
    document: toml('mcp_servers = { a = { command = "x" } }\n[tui]\nb = 1\n'),
  },
  { what: 'other servers as dotted keys', document: toml('mcp_servers.a.command = "x"\n[tui]\nb = 1\n') },
  { what: 'a table of servers with a comment', document: toml('[mcp_servers]\n# none yet\n\n[tui]\nb = 1\n') },
  { what: 'tables in arrays, no newline at the end', document: toml('[[p]]\nn = 1\n[[p]]\nn = 2') },
  { what: 'TOML lines that end in CR LF', document: toml('a = 1\r\n[b]\r\nc = 2 # z\r\n') },
]

describe.each(DOCUMENTS)('$what', ({ document }) => {
  const added = withEntry(document, 'dapplex', ENTRY)
  const again = { ...document, text: added }
  test('gets the entry', () => expect(entryIn(again, 'dapplex')).toEqual(ENTRY))
  test('keeps every line that it had, as it was written', () => {
    const lines = document.text.split(/\r?\n/).map((line) => line.replace(/[\s,{}]+$/, '').trim())
    for (const line of lines.filter((one) => one !== '')) expect(added).toContain(line)
  })
  test('has one kind of line end', () => {
    const isWindows = document.text.includes('\r\n')
    expect(added.includes('\r\n')).toBe(isWindows)
    if (isWindows) expect(added.replaceAll('\r\n', '')).not.toContain('\n')
  })
  test('does not change when the same entry is set again', () => expect(withEntry(again, 'dapplex', ENTRY)).toBe(added))
  test('loses the entry, and nothing else', () => {
    const removed = { ...document, text: withEntry(again, 'dapplex', undefined) }
    expect(entryIn(removed, 'dapplex')).toBeUndefined()
    expect(removed.text.trim()).toBe(
      document.text.trim() === '' && document.language === 'json' ? '{}' : document.text.trim(),
    )
  })
  test('stays as it is if there is no entry to remove', () =>
    expect(withEntry(document, 'dapplex', undefined)).toBe(document.text))
})

test('a new TOML entry is a section at the end', () => {
  expect(withEntry(toml('a = 1\n'), 'dapplex', { ...ENTRY, env: { DAPPLEX_HOME: '/s' } })).toBe(
    'a = 1\n\n[mcp_servers.dapplex]\ncommand = "dapplex"\nargs = [ "mcp" ]\n\n[mcp_servers.dapplex.env]\nDAPPLEX_HOME = "/s"\n',
  )
})

describe('a file that cannot be changed safely is refused, with its path and what to do', () => {
  test.each([
    {
      why: 'JSON that breaks off',
      document: json('{\n  "a": [1,\n'),
      says: /settings\.json is not valid JSON: line 3: .+; correct the file/,
    },
    { why: 'text that is no JSON', document: json('hello'), says: /settings\.json is not valid JSON: line 1: / },
    { why: 'a list', document: json('[]'), says: /has no object at its top/ },
    { why: 'servers that are no table', document: json('{"mcpServers": []}'), says: /'mcpServers' is not a table/ },
    {
      why: 'servers twice',
      document: json('{"mcpServers": {}, "mcpServers": {"a": {}}}'),
      says: /cannot be changed without changing something else/,
    },
    {
      why: 'TOML that breaks off',
      document: toml('a = [1\n[b'),
      says: /config\.toml is not valid TOML: .+; correct the file/,
    },
    {
      why: 'TOML servers that are no table',
      document: toml('mcp_servers = 1\n'),
      says: /'mcp_servers' is not a table/,
    },
  ])('$why', ({ document, says }) => {
    expect(() => withEntry(document, 'dapplex', ENTRY)).toThrow(CommandError)
    expect(() => withEntry(document, 'dapplex', ENTRY)).toThrow(says)
  })
})
