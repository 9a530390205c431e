import { adapterDefinition, servedIn } from '@dapplex/protocol'
import { evaluationQuirks } from './evaluation-quirks.js'
import { lifecycleQuirks } from './lifecycle-quirks.js'
import { presentationQuirks } from './presentation-quirks.js'

/** Folders below the home folder where editor extensions install netcoredbg. */
const EXTENSION_FOLDERS = ['.vscode', '.vscode-oss', '.vscode-server', '.cursor']

/**
 * The .NET adapter. Tested with netcoredbg 3.1.3 on .NET 10; the recordings are in `fixtures/transcripts/netcoredbg`. dncdbg
 * is a fork that speaks only DAP. It takes the same arguments (measured with 1.1.0: it ignores `--interpreter`).
 */
export const definition = adapterDefinition.parse({
  id: 'netcoredbg',
  title: 'netcoredbg (.NET)',
  languages: ['csharp', 'fsharp', 'vb'],
  launchTypes: ['coreclr', 'netcoredbg', 'dncdbg'],
  programs: ['.dll', '.csproj', '.fsproj', '.vbproj', '.cs'],
  find: [
    { kind: 'env', name: 'NETCOREDBG_PATH' },
    { kind: 'path', command: 'netcoredbg' },
    { kind: 'env', name: 'DNCDBG_PATH' },
    { kind: 'path', command: 'dncdbg' },
    ...EXTENSION_FOLDERS.map((folder) => ({
      kind: 'file' as const,
      pattern: `~/${folder}/extensions/muhammad-sammy.csharp-*/.debugger/netcoredbg/netcoredbg`,
    })),
    { kind: 'file', pattern: '~/.local/share/nvim/mason/bin/netcoredbg' },
  ],
  start: { kind: 'stdio', args: ['--interpreter=vscode'], through: 'shim' },
  version: { args: ['--version'], pattern: '(?:debugger|version) (\\d+\\.\\d+\\.\\d+)' },
  install:
    'netcoredbg is in no package registry: unpack an archive of its releases (github.com/Samsung/netcoredbg) and put it on PATH, or set NETCOREDBG_PATH to its executable.',
  launch: {
    program: 'program',
    args: 'args',
    cwd: 'cwd',
    env: { name: 'env', form: 'object' },
    stopAtEntry: 'stopAtEntry',
    inputFile: { argument: 'inputFile' },
    fixed: { justMyCode: true },
  },
  attach: { pid: 'processId' },
  traits: {
    ...lifecycleQuirks,
    serves: servedIn('objects', 'definitions', 'types', 'stepping'),
    presentation: presentationQuirks,
    evaluation: evaluationQuirks,
  },
})
