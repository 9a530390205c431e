import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '@dapplex/testkit'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'

/** Where the tests leave pictures to be looked at. */
const PICTURES = fileURLToPath(new URL('../../../../reports/vscode/', import.meta.url))
const QUIET = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** Ends a wait that hangs, and nothing else: far longer than any wait takes where everything is several times slower. */
const HANG_MS = 90_000

/** Chromium, without a screen. */
export const startBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, chromiumSandbox: false, args: QUIET, timeout: HANG_MS })

/** A part of the window, in pixels. */
interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One window of the real workbench, driven as a person does: by keys, clicks and what is on the screen. */
export class Workbench {
  readonly #browser: Browser
  readonly page: Page

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.page = page
  }

  /** Starts a browser, opens a folder, and waits until the extension is known: its view is there. */
  static async open(executablePath: string, url: string): Promise<Workbench> {
    const browser = await startBrowser(executablePath)
    const window = await Workbench.bare(browser, url)
    await window.debugging()
    return window
  }

  /** A window of which nothing is known yet. */
  static async bare(browser: Browser, url: string): Promise<Workbench> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, colorScheme: 'light' })
    page.setDefaultTimeout(HANG_MS)
    await page.goto(url, { timeout: HANG_MS })
    return new Workbench(browser, page)
  }

  /** A second window in the same browser. */
  async another(url: string): Promise<Workbench> {
    const window = await Workbench.bare(this.#browser, url)
    await window.debugging()
    return window
  }

  /** Shows the side bar of debugging. */
  async runAndDebug(): Promise<void> {
    const icon = '.activitybar .action-label.codicon-debug-alt-view-icon'
    await this.page.locator(`${icon}, .activitybar [aria-label^="Run and Debug"]`).first().click()
  }

  /** Shows the side bar of debugging, and waits for the view of the extension. */
  async debugging(): Promise<void> {
    await this.runAndDebug()
    await this.pane('Dapplex Sessions').waitFor()
  }

  /** Types into the quick input and takes the row with this text. */
  async choose(text: string, row: string | RegExp): Promise<void> {
    const input = this.page.locator('.quick-input-widget .quick-input-box input[type=text]')
    await input.waitFor()
    await input.fill(text)
    await this.pick(row)
  }

  /** Types into the input box that asks this. */
  async type(question: string, text: string): Promise<void> {
    const box = this.page.locator('.quick-input-widget').filter({ hasText: question })
    await box.waitFor()
    await box.locator('.quick-input-box input').fill(text)
    await this.page.keyboard.press('Enter')
  }

  /** Takes a row of the quick input that is open. */
  async pick(row: string | RegExp): Promise<void> {
    await this.offered(row).click()
  }

  /** A row of the quick input that is open. */
  offered(row: string | RegExp): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: row }).first()
  }

  /** An entry of the status bar. */
  status(text: string): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text })
  }

  async command(title: string): Promise<void> {
    await this.page.keyboard.press('F1')
    await this.choose(`>${title}`, title)
  }

  /** Opens a file by its absolute path, with a line in sight. */
  async openFile(path: string, line: number): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1)
    await this.page.keyboard.press('Control+P')
    await this.choose(`${path}:${line}`, name)
    await this.page.locator('.tab.active').filter({ hasText: name }).waitFor()
  }

  /** Waits until the editor shows a file with the cursor in this line. */
  async editing(file: string, line: number): Promise<void> {
    await this.page.locator('.tab.active').filter({ hasText: file }).waitFor()
    await this.page.locator('.part.editor .active-line-number').getByText(String(line), { exact: true }).waitFor()
  }

  /** Opens a file of the folder as a person does: by a double click in the Explorer. */
  async openFromExplorer(name: string): Promise<void> {
    await this.command('View: Show Explorer')
    await this.row('.explorer-folders-view', name).dblclick()
    await this.page.locator('.tab').filter({ hasText: name }).waitFor()
    await this.debugging()
  }

  /** Starts a configuration of launch.json by its name. */
  async start(configuration: string): Promise<void> {
    await this.page.keyboard.press('Control+P')
    await this.choose(`debug ${configuration}`, configuration)
  }

  /** Clicks into the gutter where the editor offers a breakpoint; waits until it shows. */
  async breakpoint(line: number): Promise<void> {
    const { x, y } = await this.#gutter(line)
    await this.page.mouse.move(x, y)
    await this.page.locator('.codicon-debug-hint').first().waitFor()
    await this.page.mouse.click(x, y)
    await this.page.locator('.glyph-margin-widgets .codicon-debug-breakpoint').first().waitFor()
  }

  /** Sets a breakpoint with a condition by the menu of the gutter. */
  async conditionalBreakpoint(line: number, condition: string): Promise<void> {
    const { x, y } = await this.#gutter(line)
    await this.page.mouse.click(x, y, { button: 'right' })
    // A menu takes no click while it opens: the pointer chooses, a key takes.
    const item = this.page.locator('.context-view .action-item').filter({ hasText: 'Add Conditional Breakpoint' })
    await item.hover()
    await item.and(this.page.locator('.focused')).waitFor()
    await this.page.keyboard.press('Enter')
    await this.page.locator('.breakpoint-widget .monaco-editor.focused').waitFor()
    await this.page.keyboard.type(condition)
    await this.page.keyboard.press('Enter')
    await this.page.locator('.glyph-margin-widgets .codicon-debug-breakpoint-conditional').first().waitFor()
  }

  /** Goes to a line. Gives the place of the gutter there. */
  async #gutter(line: number): Promise<{ readonly x: number; readonly y: number }> {
    await this.page.keyboard.press('Control+G')
    await this.choose(`:${line}`, `Go to line ${line}.`)
    // In one step: the editor may draw its lines again at any time.
    const script = `(() => {
      const numbers = [...document.querySelectorAll('.part.editor .active-line-number')]
      const number = numbers.find((one) => one.textContent.trim() === '${line}')
      const { x, y, width, height } = number?.getBoundingClientRect() ?? { width: 0 }
      return width === 0 ? undefined : { x: x - 10, y: y + height / 2 }
    })()`
    type Place = { readonly x: number; readonly y: number } | undefined
    const place = await this.page.waitForFunction<Place, undefined>(script, undefined)
    return must(await place.jsonValue())
  }

  /** Waits until the program stands in this file, in this line if one is given, and the editor shows it. */
  async stopped(file: string, line?: number): Promise<void> {
    await this.topFrame(new RegExp(`${file}\\s*${line ?? '\\d+'}:`)).waitFor()
    await this.page.locator('.debug-top-stack-frame-line').first().waitFor()
  }

  /** The top frame of the stack, once it has this text. The frame below it may have the same place. */
  topFrame(text: RegExp): Locator {
    return this.page.locator('.debug-call-stack .stack-frame').first().filter({ hasText: text })
  }

  /** Ticks a filter of exceptions. */
  async tick(filter: string): Promise<void> {
    await this.row('.debug-breakpoints', filter).locator('input[type="checkbox"]').check()
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
  }

  /** So that the next program has its own breakpoints and watches only. */
  async clear(): Promise<void> {
    await this.#removeAll('Breakpoints', {
      icon: 'breakpoints-remove-all',
      rows: '.debug-breakpoints .codicon-debug-breakpoint',
    })
    await this.#removeAll('Watch', { icon: 'watch-expressions-remove-all', rows: '.debug-watch .monaco-list-row' })
  }

  async #removeAll(title: string, { icon, rows }: { icon: string; rows: string }): Promise<void> {
    if ((await this.page.locator(rows).count()) === 0) return
    await this.#inHeader(title, icon)
    await this.page.locator(rows).first().waitFor({ state: 'detached' })
  }

  /** Clicks a button that a view shows while the pointer is over its header. */
  async #inHeader(title: string, icon: string): Promise<void> {
    await this.pane(title).hover()
    await this.pane(title).locator(`.codicon-${icon}`).click()
  }

  row(view: string, text: string | RegExp): Locator {
    return this.page.locator(`${view} .monaco-list-row`).filter({ hasText: text }).first()
  }

  variable(text: string | RegExp): Locator {
    return this.row('.debug-variables', text)
  }

  /** Opens a row of the variables. The row itself is clicked, not its place: rows move while values arrive. */
  async expand(text: string | RegExp): Promise<void> {
    await this.variable(text).locator('.monaco-tl-twistie').dispatchEvent('click', { button: 0, detail: 1 })
    await this.variable(text).and(this.page.locator('[aria-expanded="true"]')).waitFor()
  }

  /** Joins a session of the machine, as the view offers it. */
  async join(session: string): Promise<void> {
    await this.command('Dapplex: Join Session')
    await this.pick(`${session},`)
  }

  /** The box below the line where an exception stopped the program. */
  exception(text: RegExp): Locator {
    return this.page.locator('.exception-widget').filter({ hasText: text })
  }

  /** Asks for the restarts of a Lisp error by the button of the toolbar. */
  async restarts(): Promise<void> {
    await this.page.locator('.debug-toolbar [aria-label^="Choose a Lisp Restart"]').click()
    await this.page.locator('.quick-input-list .monaco-list-row').first().waitFor()
  }

  /** The toolbar of a joined session has Disconnect; with the key Alt it is Stop. */
  async stopOfJoined(): Promise<void> {
    const { keyboard } = this.page
    await this.page.locator('.debug-toolbar .codicon-debug-disconnect').hover()
    await keyboard.down('Alt')
    await this.page.locator('.debug-toolbar .codicon-debug-stop').click()
    await keyboard.up('Alt')
  }

  /** Types into the debug console; waits for a row with the answer. */
  async evaluate(expression: string, answer: string | RegExp): Promise<void> {
    await this.page.locator('.repl-input-wrapper .monaco-editor').click()
    await this.page.keyboard.type(expression)
    await this.page.keyboard.press('Escape')
    await this.page.keyboard.press('Enter')
    await this.row('.repl', answer).waitFor()
  }

  /** Rests the pointer on a word of the editor; waits until the hover has this text. */
  async hover(word: string, line: number, text: string): Promise<void> {
    const { y } = await this.#gutter(line)
    const rows = this.page.locator('.part.editor .view-lines .view-line')
    const boxes = await rows.locator('span span', { hasText: word }).all()
    for (const box of boxes) {
      const place = await box.boundingBox()
      if (place === null || Math.abs(place.y + place.height / 2 - y) > 3) continue
      const column = (await box.textContent())?.indexOf(word) ?? 0
      await this.page.mouse.move(place.x + 4 + column * 8, y)
      await this.page.locator('.debug-hover-widget').filter({ hasText: text }).waitFor()
      return
    }
    throw new Error(`${word} is not in line ${line}`)
  }

  /** Rests the pointer on what an extension writes behind a line; waits until the hover has this text. */
  async hoverBehind(text: string): Promise<void> {
    const marks = await this.page.locator('.part.editor .view-line span[class*="TextEditorDecorationType"]').all()
    const boxes = await Promise.all(marks.map((mark) => mark.boundingBox()))
    const box = boxes.findLast((one) => one !== null && one.width > 0)
    if (box === undefined || box === null) throw new Error('nothing is written behind a line')
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await this.page.locator('.monaco-hover').filter({ hasText: text }).waitFor()
  }

  /** Gives a variable another value; waits until its row has it. */
  async setValue(name: RegExp, value: string): Promise<void> {
    await this.variable(name).locator('.value').dispatchEvent('dblclick', { button: 0, detail: 2 })
    const input = this.page.locator('.debug-variables input:visible')
    await input.fill(value)
    await input.press('Enter')
  }

  /** Adds a watch; waits until its row has this text. */
  async watch(expression: string, text: string | RegExp): Promise<void> {
    await this.#inHeader('Watch', 'watch-expressions-add')
    const input = this.page.locator('.debug-watch input:visible')
    await input.fill(expression)
    await input.press('Enter')
    await this.row('.debug-watch', text).waitFor()
  }

  /** A row of the view `Dapplex Sessions`. */
  session(text: string | RegExp): Locator {
    const pane = this.page.locator('.pane').filter({ has: this.pane('Dapplex Sessions') })
    return pane.locator('.monaco-list-row').filter({ hasText: text }).first()
  }

  /** Opens the view `Dapplex Sessions`, which VS Code begins with closed, or closes it: the others get its room back. */
  async sessions(state: 'open' | 'closed'): Promise<void> {
    const header = this.pane('Dapplex Sessions')
    const wanted = header.and(this.page.locator(`[aria-expanded="${String(state === 'open')}"]`))
    if (await wanted.isVisible()) return
    await header.click()
    await wanted.waitFor()
  }

  /** What the view `Dapplex Sessions` says where it lists nothing. */
  welcome(text: string): Locator {
    return this.page.locator('.welcome-view-content').filter({ hasText: text })
  }

  pane(title: string): Locator {
    return this.page.locator('.pane-header').filter({ hasText: title })
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item').filter({ hasText: text }).first()
  }

  /** The debug toolbar is there while something is debugged. */
  async ended(): Promise<void> {
    await this.page.locator('.debug-toolbar').waitFor({ state: 'hidden' })
  }

  /** A line of the output channel that is shown. */
  output(text: string | RegExp): Locator {
    return this.page.locator('.part.panel .view-line').filter({ hasText: text }).first()
  }

  /** How long the extensions that run took to activate, in milliseconds, by the name that VS Code shows. */
  async activations(): Promise<ReadonlyMap<string, number>> {
    await this.command('Developer: Show Running Extensions')
    const rows = this.page.locator('.runtime-extensions-editor .monaco-list-row')
    await rows.filter({ hasText: /^Dapplex/ }).waitFor()
    const texts = await rows.allTextContents()
    const found = texts.map((text) => /^(.*?)\d+\.\d+\.\d+.*Activation: (\d+)ms/.exec(text))
    return new Map(found.map((match) => [match?.[1] ?? '', Number(match?.[2])]))
  }

  /** A dialog in the middle of the window. */
  dialog(text: string | RegExp): Locator {
    return this.page.locator('.monaco-dialog-box').filter({ hasText: text })
  }

  /** Clicks a button of a dialog; waits until the dialog has gone. */
  async answer(text: string | RegExp, button: string): Promise<void> {
    await this.dialog(text).getByRole('button', { name: button, exact: true }).click()
    await this.dialog(text).waitFor({ state: 'detached' })
  }

  /** Clicks a button of a notification. */
  async respond(text: string | RegExp, button: string): Promise<void> {
    await this.notification(text).getByRole('button', { name: button, exact: true }).click()
  }

  /** Takes a picture in light colours and one in dark ones; and of a part of the window, for the README. */
  async picture(name: string, part?: Part): Promise<void> {
    mkdirSync(PICTURES, { recursive: true })
    const base = join(PICTURES, name.replace(/[^\w.-]+/g, '-'))
    for (const [scheme, ending] of [
      ['light', ''],
      ['dark', '-dark'],
    ] as const) {
      await this.#colours(scheme)
      // Colours fade into each other: the picture has the last ones.
      await this.page.screenshot({ path: `${base}${ending}.png`, animations: 'disabled' })
      if (part === undefined) continue
      await this.page.screenshot({ path: `${base}-part${ending}.png`, clip: part, animations: 'disabled' })
    }
    await this.#colours('light')
  }

  /** The setting `window.autoDetectColorScheme` follows what the browser says. */
  async #colours(scheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme })
    await this.page.locator(`.monaco-workbench.${scheme === 'dark' ? 'vs-dark' : 'vs'}`).waitFor()
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}
