import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programKind } from './program-kind.js'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dapplex-infer-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, 0o755)
  return path
}

/** A portable executable with the given entry for the CLR header. */
function executable(clr: number): Buffer {
  const bytes = Buffer.alloc(512)
  bytes.write('MZ')
  bytes.writeUInt32LE(0x80, 0x3c)
  bytes.write('PE\0\0', 0x80, 'latin1')
  bytes.writeUInt16LE(0x20b, 0x80 + 24)
  bytes.writeUInt32LE(clr, 0x80 + 24 + 112 + 14 * 8)
  return bytes
}

describe('what a program is', () => {
  test('by its ending', () => {
    expect(programKind(file('a.PY', 'print(1)'))).toEqual({ kind: 'ending', ending: '.py' })
    expect(programKind(join(folder, 'none.lisp'))).toEqual({ kind: 'ending', ending: '.lisp' })
  })

  const languages = (path: string) => {
    const kind = programKind(path)
    return kind.kind === 'languages' ? kind.languages[0] : kind
  }

  test.each([
    { name: 'a.dll', content: executable(0x2008), want: 'csharp', why: 'a .NET assembly' },
    { name: 'a.exe', content: executable(0), want: 'c', why: 'a native program of Windows' },
    { name: 'a', content: Buffer.from('\x7fELF rest', 'latin1'), want: 'c', why: 'an ELF program' },
    {
      name: 'a',
      content: Buffer.from('\x7fELF \xff Go buildinf: rest', 'latin1'),
      want: 'go',
      why: 'an ELF program of Go',
    },
    { name: 'run', content: '#!/usr/bin/env python3\n', want: 'python', why: 'a script by its first line' },
    { name: 'run', content: '#!/usr/bin/node\n', want: 'javascript', why: 'a script by its first line' },
  ])('$want: $why', ({ name, content, want }) => expect(languages(file(name, content))).toBe(want))

  test('the launcher beside a .NET assembly', () => {
    file('app.dll', executable(0x2008))
    file('app.runtimeconfig.json', '{}')
    expect(languages(file('app', Buffer.from('\x7fELF', 'latin1')))).toBe('csharp')
  })

  test('a folder by its project file', () => {
    file('cs/app.csproj', '')
    file('go/go.mod', '')
    expect(languages(join(folder, 'cs'))).toBe('csharp')
    expect(languages(join(folder, 'go'))).toBe('go')
  })
})
