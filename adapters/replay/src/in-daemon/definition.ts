import { fileURLToPath } from 'node:url'
import { adapterDefinition, servedIn, type AdapterModule } from '@dapplex/protocol'
import { readHeader } from '@dapplex/recording'
import { recordedAdapter } from './recorded-adapter.js'

/** A recorded session, served after its end: `dapplex replay FILE`. */
export const replayAdapter: AdapterModule = {
  definition: adapterDefinition.parse({
    id: 'replay',
    title: 'Recorded session',
    languages: [],
    launchTypes: ['dapplex-replay'],
    programs: ['.ndjson', '.recording'],
    find: [{ kind: 'bundled' }],
    start: { kind: 'stdio', args: [] },
    install: 'It comes with dapplex; if it is missing, build the workspace: npm run build.',
    launch: { program: 'program' },
    traits: {
      serves: servedIn('replay'),
      // Many recordings have no ids, so stops are matched with breakpoints by place.
      hitBreakpointIds: false,
      // Often recorded on another machine: the paths are those of the recording.
      sources: 'elsewhere',
    },
  }),
  entry: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  hooks: { presentsLike: recordedAdapter, showsRecording: (program) => readHeader(program) !== undefined },
}
