import { must } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { PromptSender } from './prompt-sender.js'

/** Reads masked text frames with an 8-byte length, as a WebSocket server does. */
function readFrames(bytes: Buffer): string[] {
  const texts: string[] = []
  let at = 0
  while (at < bytes.length) {
    expect([bytes[at], bytes[at + 1]]).toEqual([0x81, 0xff])
    const length = Number(bytes.readBigUInt64BE(at + 2))
    const mask = bytes.subarray(at + 10, at + 14)
    const body = bytes.subarray(at + 14, at + 14 + length).map((byte, index) => byte ^ must(mask[index % 4]))
    texts.push(Buffer.from(body).toString('utf8'))
    at += 14 + length
  }
  return texts
}

describe('frames that carry acknowledgements', () => {
  test('what is sent arrives whole, however many messages came in between', () => {
    const step = fc.oneof(fc.constant('came' as const), fc.record({ text: fc.string({ unit: 'binary' }) }))
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const written: Uint8Array[] = []
        const sender = new PromptSender((bytes) => written.push(Uint8Array.from(bytes)))
        for (const one of steps) {
          if (one === 'came') sender.acknowledge()
          else sender.send(one.text)
        }
        sender.send('last')
        const texts = steps.flatMap((one) => (one === 'came' ? [] : [one.text]))
        expect(readFrames(Buffer.concat(written))).toEqual([...texts, 'last'])
      }),
    )
  })

  test('each message that comes is answered with one byte, six times at most', () => {
    const sizes: number[] = []
    const sender = new PromptSender((bytes) => sizes.push(bytes.length))
    for (let count = 0; count < 8; count++) sender.acknowledge()
    expect(sizes).toEqual([1, 1, 1, 1, 1, 1])
  })
})
