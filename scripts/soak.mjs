// `npm run soak -- [--rounds N] [--sessions N]`: sessions begin, are used by three clients each and end, round after round, in one
// daemon; then a day passes for it. Resident memory after the last round is compared with that after round 5.
import { parseArgs } from 'node:util'
import { runLong, wholeNumber } from './long-run.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string' }, sessions: { type: 'string' } } })

const number = (text, otherwise) =>
  wholeNumber(text, { otherwise, least: 1, wrong: '--rounds and --sessions need a whole number' })

const soak = { rounds: number(values.rounds, 20), sessions: number(values.sessions, 50) }
await runLong('packages/daemon/test/soak/soak.test.ts', 'DAPPLEX_SOAK', soak)
