import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'

export interface Damage {
  readonly how: 'cut' | 'flipped' | 'swapped' | 'zeroed' | 'bomb' | 'version' | 'foreign'
  readonly damaged: Buffer
}

/** A file that was damaged in one of these ways; each is as likely as the others. */
export function damageOf(bytes: Buffer, bombs: readonly Buffer[]): fc.Arbitrary<Damage> {
  const place = fc.nat(bytes.length - 1)
  const flip = fc.tuple(place, fc.integer({ min: 1, max: 255 }))
  const changed = (how: Damage['how'], change: (copy: Buffer) => Buffer): Damage => ({
    how,
    damaged: change(Buffer.from(bytes)),
  })
  const flipped = (flips: readonly [number, number][]) =>
    changed('flipped', (copy) => {
      for (const [at, bits] of flips) copy[at] = (copy[at] ?? 0) ^ bits
      return copy
    })
  const swapped = (one: number, other: number, length: number) =>
    changed('swapped', (copy) => {
      bytes.copy(copy, one, other, other + length)
      bytes.copy(copy, other, one, one + length)
      return copy
    })
  const foreign: readonly Buffer[] = [
    readFileSync(process.execPath).subarray(0, 100_000),
    Buffer.from('{"transcript":1}\n'.repeat(1000)),
    Buffer.from('PK\u0003\u0004'),
    Buffer.from([0x1f, 0x8b]),
  ]
  return fc.oneof(
    place.map((length) => ({ how: 'cut' as const, damaged: bytes.subarray(0, length) })),
    flip.map((one) => flipped([one])),
    fc.array(flip, { minLength: 2, maxLength: 20 }).map(flipped),
    fc.tuple(place, place, fc.integer({ min: 1, max: 500 })).map(([one, other, length]) => swapped(one, other, length)),
    fc
      .tuple(place, fc.integer({ min: 1, max: 5000 }))
      .map(([at, length]) => changed('zeroed', (copy) => copy.fill(0, at, Math.min(at + length, copy.length)))),
    fc.constantFrom(...bombs).map((bomb) => ({ how: 'bomb' as const, damaged: Buffer.concat([bytes, bomb]) })),
    fc
      .integer({ min: 2, max: 2 ** 31 })
      .map((version) => ({ how: 'version' as const, damaged: Buffer.from(`dapplex-recording ${version}\n`) })),
    fc
      .oneof(
        fc.constantFrom(...foreign),
        fc.uint8Array({ minLength: 0, maxLength: 2000 }).map((all) => Buffer.from(all)),
      )
      .map((damaged) => ({ how: 'foreign' as const, damaged })),
  )
}

/** Frames with a right checksum that unpack to so much: they say less, as much as a frame may have, or what it is; and one is nested deep. */
export function bombsOf(megabytes: number): readonly Buffer[] {
  const packed = deflateRawSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 9 })
  const nested = deflateRawSync(Buffer.alloc(4 * 1024 * 1024, '['), { level: 9 })
  return [
    frameOf(packed, 1000),
    frameOf(packed, 4 * 1024 * 1024),
    frameOf(packed, megabytes * 1024 * 1024),
    frameOf(nested, 4 * 1024 * 1024),
  ]
}

function frameOf(packed: Buffer, length: number): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32LE(packed.length, 0)
  head.writeUInt32LE(length, 4)
  createHash('sha256').update(head.subarray(0, 8)).update(packed).digest().copy(head, 8, 0, 8)
  return Buffer.concat([head, packed])
}
