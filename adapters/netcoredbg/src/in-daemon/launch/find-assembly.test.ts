import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findAssembly } from './find-assembly.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dapplex-assembly-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The head of a PE32+ file, with or without the entry that makes it an assembly. */
function peHead(isManaged: boolean): Buffer {
  const head = Buffer.alloc(1024)
  head.write('MZ', 0, 'latin1')
  head.writeUInt32LE(0x80, 0x3c)
  head.write('PE\0\0', 0x80, 'latin1')
  head.writeUInt16LE(0x20b, 0x80 + 24)
  if (isManaged) head.writeUInt32LE(0x2008, 0x80 + 24 + 112 + 14 * 8)
  return head
}

const put = (name: string, content: string | Buffer = ''): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A launcher that carries its program: the offset of the bundle before the mark, and in the bundle's head where its settings are. */
function bundle(settings: string): Buffer {
  const mark = Buffer.from('8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae', 'hex')
  const offset = 256
  const head = Buffer.alloc(13 + 4 + 32)
  head.writeUInt32LE(6, 0)
  head.writeUInt8(4, 12)
  head.writeBigInt64LE(BigInt(offset + head.length), 17 + 16)
  head.writeBigInt64LE(BigInt(settings.length), 17 + 24)
  const launcher = Buffer.alloc(offset)
  launcher.writeBigInt64LE(BigInt(offset), 64)
  mark.copy(launcher, 72)
  return Buffer.concat([launcher, head, Buffer.from(settings)])
}

describe('what a program means', () => {
  test('a single file: refused with the reason when the runtime is in it, too', async () => {
    const launcher = put('app', bundle('{"runtimeOptions":{"framework":{"name":"Microsoft.NETCore.App"}}}'))
    expect(await findAssembly(launcher)).toEqual({ assembly: launcher })
    const whole = put('whole', bundle('{"runtimeOptions":{"includedFrameworks":[]}}'))
    await expect(findAssembly(whole)).rejects.toThrow(/self-contained single file.*without PublishSingleFile/)
  })

  test('a trimmed program is refused with the reason', async () => {
    const dll = put('app.dll', peHead(true))
    put(
      'app.runtimeconfig.json',
      '{"runtimeOptions":{"configProperties":{"System.StartupHookProvider.IsSupported":false}}}',
    )
    await expect(findAssembly(dll)).rejects.toThrow(/was trimmed .*without PublishTrimmed/)
  })

  test('an assembly is itself', async () => {
    const dll = put('app.dll', peHead(true))
    expect(await findAssembly(dll)).toEqual({ assembly: dll })
  })

  test.each(['app', 'app.exe'])('a native launcher %s means the assembly beside it', async (launcher) => {
    const dll = put('app.dll', peHead(true))
    expect(await findAssembly(put(launcher, peHead(false)))).toEqual({ assembly: dll })
  })

  test.each([
    { name: 'native.dll', content: peHead(false), words: /native\.dll is no \.NET assembly/, why: 'a native library' },
    { name: 'text.dll', content: 'MZ', words: /is no \.NET assembly/, why: 'a file that only begins like one' },
    { name: 'tool', content: '#!/bin/sh', words: /none beside it .*tool\.dll/, why: 'a script' },
    { name: 'a.cs', content: '', words: /belongs to no project/, why: 'a source file of no project' },
  ])('$why is refused before anything is started', async ({ name, content, words }) => {
    await expect(findAssembly(put(name, content))).rejects.toThrow(words)
  })

  test('a file that is not there: INVALID_PATH', async () => {
    await expect(findAssembly(join(folder, 'none.dll'))).rejects.toMatchObject({ type: 'INVALID_PATH' })
  })

  test('a folder without a project, and one with two', async () => {
    await expect(findAssembly(folder)).rejects.toThrow(/no project file/)
    put('a.csproj')
    put('b.fsproj')
    await expect(findAssembly(folder)).rejects.toThrow(/several projects: a\.csproj, b\.fsproj/)
    mkdirSync(join(folder, 'src'))
    await expect(findAssembly(put('src/x.cs'))).rejects.toThrow(/several projects/)
  })
})
