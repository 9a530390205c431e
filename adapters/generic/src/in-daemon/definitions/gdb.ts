import type { AdapterDefinitionInput } from '@dapplex/protocol'

/** C, C++, Fortran and more through GDB's own DAP interpreter (GDB manual, "Debugger Adapter Protocol"). */
export const gdb: AdapterDefinitionInput = {
  id: 'gdb',
  title: 'GDB (C, C++, Fortran)',
  languages: ['c', 'cpp', 'fortran', 'ada'],
  launchTypes: ['gdb'],
  programs: [],
  find: [
    { kind: 'env', name: 'GDB_PATH' },
    { kind: 'path', command: 'gdb' },
  ],
  start: { kind: 'stdio', args: ['-q', '-i', 'dap'] },
  version: { args: ['--version'], pattern: 'GNU gdb .*?(\\d+\\.\\d+)', minimum: '14.1' },
  install: 'Install GDB 14.1 or later, built with Python: older versions have no `-i dap`.',
  launch: {
    program: 'program',
    args: 'args',
    cwd: 'cwd',
    env: { name: 'env', form: 'object' },
    stopAtEntry: 'stopAtBeginningOfMainSubprogram',
  },
  attach: { pid: 'pid', by: 'ptrace' },
  traits: {
    conditions: { open: '(', or: ' || ', close: ')' },
    presentation: { names: 'c', functionNames: 'colons', literals: { null: 'NULL' } },
  },
}
