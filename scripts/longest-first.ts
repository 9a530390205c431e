import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const recorded: unknown = JSON.parse(readFileSync(new URL('test-lengths.json', import.meta.url), 'utf8'))
/** How long the long test files took, in s. `npm test` writes those of its run into `reports/test-lengths.json`. */
const LENGTHS: ReadonlyMap<string, unknown> = new Map(Object.entries(recorded ?? {}))

/** The longest files first: one that begins last would run alone in the end, while the other workers have nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const length = ({ moduleId }: TestSpecification) =>
      Number(LENGTHS.get(relative(this.ctx.config.root, moduleId)) ?? 0)
    return (await super.sort(files)).sort((one, other) => length(other) - length(one))
  }
}
