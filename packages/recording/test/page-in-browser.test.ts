import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_SOURCES, recordingPage } from '../src/index.js'
import { Browser, chromium } from './browser.js'
import { madeRecording } from './made-recording.js'

const asked = z.object({ request: z.object({ url: z.string() }) })

const MARKED = `document.querySelector('#stops [aria-current]')?.hash`

describe.skipIf(chromium === undefined)('the page of a recording in Chromium, from file://', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-page-'))
  const url = pathToFileURL(join(folder, 'page.html')).href
  let browser: Browser
  beforeAll(async () => {
    const recording = madeRecording(join(folder, 'made.recording'), 30, { crashes: [30], text: '<b>"x"' })
    writeFileSync(
      join(folder, 'page.html'),
      await recordingPage(recording, { sources: NO_SOURCES, redact: (text) => text }),
    )
    browser = await Browser.open(chromium ?? '')
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const hash = () => browser.value('location.hash')
  const topOf = (stopId: number) =>
    browser.value(`document.querySelector('#stop-${stopId}').getBoundingClientRect().top`)

  test('without scripts: a click on a stop shows it, values open, and all of it can be read', async () => {
    await browser.send('Emulation.setScriptExecutionDisabled', { value: true })
    await browser.visit(url)
    const moved = browser.next('Page.navigatedWithinDocument')
    await browser.click('#stops a[href="#stop-20"]')
    await moved
    expect(await hash()).toBe('#stop-20')
    expect(await topOf(20)).toBeLessThan(200)
    await browser.click('#stop-20 .v summary')
    expect(await browser.value(`document.querySelector('#stop-20 .v details').open`)).toBe(true)
    const text = String(await browser.value('document.body.innerText'))
    for (const part of ['<b>"x"', 'line 29', 'was 19', 'grace', 'stop 20']) expect(text).toContain(part)
    expect(await browser.value('document.body.scrollWidth <= innerWidth')).toBe(true)
  })

  test('light and dark are those of the reader', async () => {
    const background = async (value: string) => {
      await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
      return browser.value('getComputedStyle(document.body).backgroundColor')
    }
    expect(await background('light')).toBe('rgb(246, 247, 249)')
    expect(await background('dark')).toBe('rgb(15, 19, 24)')
  })

  test.each([400, 900, 1300])(
    'with scripts, %i px wide: a click shows a stop and marks it, and the wheel and the keys go on from there',
    async (width) => {
      const size = { width, height: 800, deviceScaleFactor: 1, mobile: false }
      await browser.send('Emulation.setDeviceMetricsOverride', size)
      await browser.send('Emulation.setScriptExecutionDisabled', { value: false })
      await browser.visit('about:blank')
      await browser.visit(url)
      await browser.click('#stops a[href="#stop-20"]')
      await browser.drawn()
      expect(await hash()).toBe('#stop-20')
      expect(await topOf(20)).toBeLessThan(200)
      expect(await browser.value(MARKED)).toBe('#stop-20')
      const before = Number(await browser.value('scrollY'))
      await browser.wheel(100)
      await browser.drawn()
      expect(await browser.value('scrollY')).toBe(before + 100)
      await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'p', text: 'p' })
      await browser.drawn()
      expect(await hash()).toBe('#stop-19')
      expect(await topOf(19)).toBeLessThan(200)
      const isInList =
        '((link, list) => link.top >= list.top && link.bottom <= list.bottom)' +
        `(document.querySelector('#stops [aria-current]').getBoundingClientRect(), document.querySelector('#stops').getBoundingClientRect())`
      expect(await browser.value(isInList)).toBe(true)
      await browser.send('Emulation.clearDeviceMetricsOverride')
    },
  )

  test('with scripts: a key goes to the next stop; nothing is fetched and nothing is refused', async () => {
    await browser.send('Emulation.setScriptExecutionDisabled', { value: false })
    await browser.visit('about:blank')
    await browser.visit(`${url}#stop-3`)
    const moved = browser.next('Page.navigatedWithinDocument')
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'n', text: 'n' })
    await moved
    expect(await hash()).toBe('#stop-4')
    const requested = browser.events.filter(({ method }) => method === 'Network.requestWillBeSent')
    const fetched = requested
      .map(({ params }) => asked.parse(params).request.url)
      .filter((one) => one !== 'about:blank')
    expect(new Set(fetched)).toEqual(new Set([url]))
    expect(
      browser.events.filter(({ method }) => method === 'Log.entryAdded' || method === 'Runtime.exceptionThrown'),
    ).toEqual([])
  })
})
