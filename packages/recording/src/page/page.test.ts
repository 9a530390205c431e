import { Buffer } from 'node:buffer'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { madeRecording } from '../../test/made-recording.js'
import { MOST_PAGE_BYTES, NO_SOURCES, recordingPage } from '../index.js'
import { DiskSources } from './sources.js'

const folder = mkdtempSync(join(tmpdir(), 'recording-page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const made = (stops: number, more: Parameters<typeof madeRecording>[2] = {}) =>
  madeRecording(join(folder, `${(files += 1)}.recording`), stops, more)
const plain = { sources: NO_SOURCES, redact: (text: string) => text }

describe('the page of a recording', () => {
  test('300 stops with large values are under 1 MB, and each is there with a link; crashes show the most', async () => {
    const page = await recordingPage(made(300, { crashes: [40, 300], padding: 4000 }), plain)
    expect(Buffer.byteLength(page)).toBeLessThan(MOST_PAGE_BYTES)
    for (let stopId = 1; stopId <= 300; stopId += 1) {
      expect(page).toContain(`<article id="stop-${stopId}"`)
      expect(page).toContain(`<a href="#stop-${stopId}">`)
    }
    const lengthOf = (stopId: number) =>
      page.split('<article ').find((one) => one.startsWith(`id="stop-${stopId}"`))?.length ?? 0
    expect(lengthOf(40)).toBeGreaterThan(2 * lengthOf(41))
  })

  test('of 520 stops it shows the newest and the crashes, and tells how many are left out', async () => {
    const page = await recordingPage(made(520, { crashes: [7] }), plain)
    expect(Buffer.byteLength(page)).toBeLessThan(MOST_PAGE_BYTES)
    expect(page).toContain('<article id="stop-520"')
    expect(page).toContain('<article id="stop-7"')
    expect(page).not.toContain('<article id="stop-8"')
    expect(page).toContain('520, 119 older ones are not shown')
  })

  test('400 crashes with long texts that all need escapes stay under 1 MB', async () => {
    const crashes = Array.from({ length: 400 }, (_none, at) => at + 1)
    const page = await recordingPage(made(400, { crashes, text: '&'.repeat(200) }), plain)
    expect(Buffer.byteLength(page)).toBeLessThan(MOST_PAGE_BYTES)
    expect(page).toContain('<article id="stop-1"')
  })

  test('a value that has changed says what it was', async () => {
    const page = await recordingPage(made(2), plain)
    expect(page).toContain('<li class="c"><b>n</b> <code>2</code> <em>was 1</em>')
  })

  test('hostile texts wherever a text can stand are shown as texts', async () => {
    const hostile = `</pre><script>alert(1)</script><img src=x onerror=alert(1)>"'&\u001b]0;x\u0007\u202e`
    const page = await recordingPage(made(3, { crashes: [3], text: hostile }), plain)
    expect(page.match(/<script/g)).toHaveLength(1)
    for (const active of ['<img', '\u001b', '\u0007', '\u202e']) expect(page).not.toContain(active)
    expect(page).not.toMatch(/ on\w+=(?![^<]*&gt;)/)
    expect(page).toContain(String.raw`&lt;/pre&gt;&lt;script&gt;alert(1)`)
    expect(page).toContain(String.raw`\u202e`)
  })

  test('the source around a stop is shown without secrets, and says when it is newer than the stop', async () => {
    const source = join(folder, 'shop.py')
    writeFileSync(source, 'first\nkey = "hush"\nprice = 3\nlast\n')
    utimesSync(source, 0, 0)
    const redact = (text: string) => (text.includes('hush') ? '[REDACTED]' : text)
    const options = { sources: new DiskSources(), redact }
    const page = await recordingPage(made(1, { source }), options)
    expect(page).toContain('<mark><u>3</u>price = 3\n</mark>')
    expect(page).toContain('<u>2</u>[REDACTED]')
    expect(page).not.toContain('hush')
    expect(page).not.toContain('has changed since')
    utimesSync(source, new Date(), new Date())
    expect(await recordingPage(made(1, { source }), { ...options, sources: new DiskSources() })).toContain(
      'has changed since',
    )
    expect(await recordingPage(made(1, { source }), plain)).not.toContain('price = 3')
  })
})
