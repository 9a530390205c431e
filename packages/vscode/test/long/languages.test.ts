import { basename, join } from 'node:path'
import { buildDotnet, fixture, markerLine, missing, must, type ProgramName } from '@dapplex/testkit'
import { describe, test } from 'vitest'
import { absentFor, OTHER_LANGUAGES } from '../workbench/programs.js'
import { openedShop } from '../workbench/shop.js'
import { tour } from '../workbench/tour.js'

const BASKET = `(defpackage :basket (:use :cl))
(in-package :basket)

(defmacro with-basket ((name) &body body)
  \`(let ((,name (list 1)))
     (unwind-protect (progn ,@body)
       (finish-output))))

(defun price-of (item)
  (restart-case (error "no price for ~a" item)
    (ask-somebody (price)
      :report "Name a price."
      :interactive (lambda () (list (read *query-io*)))
      price)
    (give-away ()
      :report "It costs nothing."
      0)))

(defun shop ()
  (with-basket (basket)
    (push 2 basket)
    (push (price-of "plum") basket)
    (format t "basket ~a~%" basket)))

(shop)
`
const lineOf = (text: string): number => BASKET.split('\n').findIndex((line) => line.includes(text)) + 1

interface Crash {
  readonly title: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly says: RegExp
  readonly shows: RegExp
  /** The filter that a person ticks first: this debugger stops at no exception by itself. */
  readonly ticked?: string
}

/** Programs that nothing stops but their own error. */
const CRASHES: readonly Crash[] = [
  {
    title: 'Python',
    needs: ['debugpy'],
    source: 'programs/python/crash.py',
    says: /KeyError/,
    shows: /^item =\s*'plum'/,
  },
  {
    title: 'JavaScript',
    needs: [],
    source: 'programs/node/crash.cjs',
    says: /TypeError/,
    shows: /^item =\s*'plum'/,
    ticked: 'Uncaught exceptions',
  },
  {
    title: '.NET',
    needs: ['netcoredbg', 'dotnet'],
    source: 'programs/dotnet/crash/Program.cs',
    says: /NullReferenceException/,
    shows: /^item.* =\s*"plum"/,
  },
]

const dotnetCrash =
  missing('netcoredbg', 'dotnet') === undefined
    ? [
        {
          type: 'coreclr',
          program: await buildDotnet(fixture('programs/dotnet/crash/crash.csproj')),
          name: 'crash .NET',
        },
      ]
    : []

describe('in the real workbench of VS Code', () => {
  const types = ['coreclr']
  const crashes = [
    { type: 'dapplex', name: 'crash Python', program: fixture('programs/python/crash.py') },
    { type: 'dapplex', name: 'crash JavaScript', program: fixture('programs/node/crash.cjs') },
    ...dotnetCrash,
  ]
  const opened = openedShop({
    languages: OTHER_LANGUAGES,
    own: [{ file: 'basket.lisp', text: BASKET }],
    others: crashes.map((one) => ({ ...one, request: 'launch', cwd: '${workspaceFolder}' })),
    types,
    settings: { 'dapplex.share': types },
  })

  test.for(OTHER_LANGUAGES)(
    '$title ($type): breakpoints of the gutter stop it; values, hover, watch, console, set value, steps, restart, stop',
    async (language, context) => {
      const { window, programs } = opened(context, absentFor(language))
      await tour(window, must(programs.find((one) => one.language === language)))
    },
  )

  test.for(CRASHES)(
    '$title: an exception that nothing catches is shown where it was raised',
    async (crash, context) => {
      const { window } = opened(context, missing(...crash.needs))
      const source = fixture(crash.source)
      if (crash.ticked !== undefined) {
        // The filters are there once a session of the debugger has been.
        await window.start(`crash ${crash.title}`)
        await window.row('.repl', crash.says).waitFor()
        await window.ended()
        await window.tick(crash.ticked)
      }
      await window.start(`crash ${crash.title}`)
      await window.stopped(basename(source), markerLine(source, 'CRASH'))
      await window.exception(crash.says).waitFor()
      await window.variable(crash.shows).waitFor()
      await window.picture(`exception-${crash.title}`)
      await window.press('Shift+F5')
      await window.ended()
    },
  )

  test('Lisp: a breakpoint inside the body of a macro stops; after an error the chosen restart lets the program go on', async (context) => {
    const { window, folder } = opened(context, missing('sbcl'))
    await window.openFile(join(folder, 'basket.lisp'), 1)
    await window.breakpoint(lineOf('push 2'))
    await window.start('basket.lisp')
    await window.stopped('basket.lisp', lineOf('push 2'))
    await window.variable(/^basket =\s*\(1\)/).waitFor()
    await window.press('F5')
    await window.exception(/no price for plum/).waitFor()
    await window.picture('exception-Lisp')
    await window.restarts()
    await window.picture('restarts')
    await window.pick('It costs nothing.')
    await window.row('.repl', 'basket (0 2 1)').waitFor()
    await window.ended()
    await window.clear()
  })
})
