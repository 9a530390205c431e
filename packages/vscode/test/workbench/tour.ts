import type { Orders } from './programs.js'
import type { Workbench } from './workbench.js'

/** What a person does with one program: breakpoints of the gutter, values, hover, watch, console, a new value, steps, restart, stop. */
export async function tour(window: Workbench, { language, file, name, body, loop }: Orders): Promise<void> {
  const { title, member, evaluated, watched, scope, sum } = language
  await window.openFile(file, body)
  await window.breakpoint(loop)
  await window.breakpoint(body)
  await window.start(title)
  await window.stopped(name, loop)
  await window.press('F5')
  await window.stopped(name, body)
  if (scope !== undefined) await window.expand(scope)
  // The caller has a variable `order`, too: its row may still be there.
  else await window.variable(/^discount =/).waitFor()
  await window.expand(/^order =/)
  await window.variable(member).waitFor()
  await window.evaluate(...evaluated)
  await window.hover('discount', body, '0')
  await window.setValue(/^discount =/, '7')
  await window.variable(/^discount =\s*7$/).waitFor()
  await window.watch(watched, '8')
  await window.picture(`stopped-${title}`)
  await window.press('F10')
  await window.stopped(name, body + 1)
  await window.variable(new RegExp(`^amount =\\s*${sum}$`)).waitFor()
  await window.press('Control+Shift+F5')
  await window.stopped(name, loop)
  await window.press('F11')
  await window.topFrame(/total/i).waitFor()
  // To the breakpoint in there: it would stop a step out that begins above it.
  await window.press('F5')
  await window.stopped(name, body)
  await window.press('Shift+F11')
  // In JavaScript the caller has no name.
  await window.topFrame(/^(?!.*total)/i).waitFor()
  await window.stopped(name)
  await window.press('Shift+F5')
  await window.ended()
  await window.clear()
}
