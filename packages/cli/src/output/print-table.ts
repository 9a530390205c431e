import Table from 'cli-table3'
import { escapeText } from './escape-text.js'
import { print } from './print.js'

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

/** Prints rows as aligned columns on stdout, or the sentence `none` when there are none. */
export function printTable({ head, rows, none }: { head: string[]; rows: string[][]; none: string }): void {
  if (rows.length === 0) {
    print(none)
    return
  }
  const table = new Table({
    head,
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...rows.map((row) => row.map(escapeText)))
  print(table.toString().replaceAll(/ +$/gm, ''))
}
