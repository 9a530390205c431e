// Before the real tests, also of one file: compiles what has changed, so that they run what the source says. With nothing to compile
// this takes a second. The bundles of the command are not made anew: `npm run build` does that.
import { execFileSync } from 'node:child_process'

export default function setup() {
  execFileSync('node_modules/.bin/tsc', ['-b'], { stdio: 'inherit' })
}
