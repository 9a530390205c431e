import Table from 'cli-table3'
import { median, quantile } from './quantile.js'

export type Unit = 'ratio' | 'µs' | 'ms' | 's' | 'per second' | 'KiB' | 'MiB'

/** Something measured. */
export interface Measured {
  readonly what: string
  readonly unit: Unit
  /** One of each run or round. */
  readonly values: readonly number[]
}

export interface Figure extends Measured {
  readonly part: string
}

/** What a part could not measure, and why. */
export interface Gap {
  readonly part: string
  readonly why: string
}

/** The report as one part writes it. */
export interface PartReport {
  add(measured: Measured): void
  /** Says that something was not measured: it is not left out in silence. */
  miss(why: string): void
}

/** All figures of one run of the benchmark. Each is printed as it comes; the table at the end shows all of them. */
export class Report {
  readonly #print: (line: string) => void
  readonly figures: Figure[] = []
  readonly gaps: Gap[] = []

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  of(part: string): PartReport {
    return {
      add: (measured) => {
        this.figures.push({ part, ...measured })
        this.#print(`${part}: ${shownFigure(measured)}`)
      },
      miss: (why) => {
        this.gaps.push({ part, why })
        this.#print(`${part}: not measured: ${why}`)
      },
    }
  }

  /** The figures as a table, and below it what was not measured. */
  table(): string {
    const table = new Table({
      head: ['part', 'what', 'unit', 'median', 'least', 'most', 'of'],
      colAligns: ['left', 'left', 'left', 'right', 'right', 'right', 'right'],
      // No line between rows, and no colours: the table is pasted into texts.
      chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
      style: { head: [], border: [] },
    })
    for (const { part, what, unit, values } of this.figures)
      table.push([part, what, unit, ...spread(values).map(shownNumber), values.length])
    return [table.toString(), ...this.gaps.map(({ part, why }) => `${part}: not measured: ${why}`)].join('\n')
  }

  /** The figures for a file. */
  json(): { readonly figures: readonly object[]; readonly notMeasured: readonly Gap[] } {
    const figures = this.figures.map((figure) => {
      const [middle, least, most] = spread(figure.values)
      return { ...figure, median: middle, least, most }
    })
    return { figures, notMeasured: this.gaps }
  }
}

function shownFigure({ what, unit, values }: Measured): string {
  const [middle, least, most] = spread(values).map(shownNumber)
  const shown = unit === 'ratio' ? `${what} = ${middle}` : `${what}: ${middle} ${unit}`
  return values.length > 1 ? `${shown} (${least} to ${most})` : shown
}

/** Median, least and most. */
const spread = (values: readonly number[]): readonly number[] => [
  median(values),
  quantile(values, 0),
  quantile(values, 1),
]

/** Three digits or more, as far as there are so many. */
export function shownNumber(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
  return value.toFixed(digits)
}
