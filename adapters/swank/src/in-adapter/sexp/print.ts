import type { Form } from './form.js'

/** The text of a form as the Lisp reader takes it. Symbols must name their package: the server reads in a package of its own. */
export function printForm(form: Form): string {
  if (form === null) return 'nil'
  if (form === true) return 't'
  if (typeof form === 'string') return `"${form.replace(/[\\"]/g, (c) => `\\${c}`)}"`
  if (typeof form === 'number') return printNumber(form)
  if (typeof form === 'bigint') return form.toString()
  switch (form.kind) {
    case 'symbol':
      return form.name
    case 'text':
      return form.text
    case 'list':
      return `(${form.items.map(printForm).join(' ')}${form.tail === undefined ? '' : ` . ${printForm(form.tail)}`})`
  }
}

function printNumber(value: number): string {
  if (Number.isInteger(value)) return value.toString()
  const text = value.toString()
  return text.includes('e') ? text.replace('e', 'd') : `${text}d0`
}
