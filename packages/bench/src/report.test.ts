import { describe, expect, test } from 'vitest'
import { Report, shownNumber } from './report.js'

function written() {
  const lines: string[] = []
  const report = new Report((line) => lines.push(line))
  report.of('routes').add({ what: 'dapplex / relay', unit: 'ratio', values: [1.5, 1.25, 4] })
  report.of('output').add({ what: 'to 5 clients', unit: 's', values: [12.34] })
  report.of('steps').miss('Go: Delve was not found')
  return { lines, report }
}

describe('the report of the benchmark', () => {
  test('prints each figure as it comes: its median, and the least and most of several', () => {
    expect(written().lines).toEqual([
      'routes: dapplex / relay = 1.50 (1.25 to 4.00)',
      'output: to 5 clients: 12.3 s',
      'steps: not measured: Go: Delve was not found',
    ])
  })

  test('has one table of all parts, and says below it what was not measured', () => {
    const rows = written().report.table().split('\n')
    const cells = rows.filter((row) => row.startsWith('│')).map((row) => row.split('│').map((cell) => cell.trim()))
    expect(cells.map((row) => row.slice(1, -1))).toEqual([
      ['part', 'what', 'unit', 'median', 'least', 'most', 'of'],
      ['routes', 'dapplex / relay', 'ratio', '1.50', '1.25', '4.00', '3'],
      ['output', 'to 5 clients', 's', '12.3', '12.3', '12.3', '1'],
    ])
    expect(rows.at(-1)).toBe('steps: not measured: Go: Delve was not found')
  })

  test('gives all values for a file', () => {
    expect(written().report.json()).toEqual({
      figures: [
        {
          ...{ part: 'routes', what: 'dapplex / relay', unit: 'ratio' },
          ...{ values: [1.5, 1.25, 4], median: 1.5, least: 1.25, most: 4 },
        },
        { part: 'output', what: 'to 5 clients', unit: 's', values: [12.34], median: 12.34, least: 12.34, most: 12.34 },
      ],
      notMeasured: [{ part: 'steps', why: 'Go: Delve was not found' }],
    })
  })

  test.each([
    { value: 8300.4, want: '8300' },
    { value: 45.26, want: '45.3' },
    { value: 1.456, want: '1.46' },
    { value: 0.0471, want: '0.047' },
    { value: -2.5, want: '-2.50' },
    { value: NaN, want: 'NaN' },
  ])('shows $want', ({ value, want }) => expect(shownNumber(value)).toBe(want))
})
