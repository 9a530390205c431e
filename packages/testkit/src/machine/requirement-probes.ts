import { homedir } from 'node:os'
import { fixture } from './programs.js'

export type ProgramName =
  | 'sbcl'
  | 'debugpy'
  | 'delve'
  | 'lldb'
  | 'netcoredbg'
  | 'dotnet'
  | 'go'
  | 'cc'
  | 'pytest'
  | 'fiveam'
  | 'xunit'
  | 'parachute'
  | 'gdb'
  | 'tmux'
  | 'nvim-dap'
  | 'dap-mode'

interface Probe {
  /** Commands to try, the best first. */
  readonly candidates: () => readonly string[]
  /** Arguments that make it what the tests need. */
  readonly start: readonly string[]
  /** Arguments with which it says its version and ends with 0. */
  readonly versionArgs: readonly string[]
  readonly advice: string
  /** No system has a package of it, so nobody can demand it. */
  readonly isRare?: true
}

/** An environment variable with a path comes before what is on PATH. */
const named = (variable: string, ...commands: readonly string[]) => {
  return () => [process.env[variable] ?? '', ...commands].filter((one) => one !== '')
}

/** SBCL finds a Lisp library where ASDF looks for systems: it loads nothing of it. */
const lispLibrary = (name: string, advice: string): Probe => ({
  candidates: named('SBCL_PATH', 'sbcl'),
  start: [],
  versionArgs: [
    '--noinform',
    '--non-interactive',
    '--eval',
    '(require :asdf)',
    '--eval',
    `(format t "~a~%" (asdf:component-version (asdf:find-system "${name}")))`,
  ],
  advice,
})

/** Where `scripts/prepare.mjs` puts nvim-dap, of which no system has a package. */
const NVIM_DAP = process.env['NVIM_DAP_PATH'] ?? `${homedir()}/.cache/dapplex-tests/nvim-dap`

const neovim = ['--headless', '--clean', '--cmd', `set runtimepath^=${NVIM_DAP}`]

const lldbVersions = [22, 21, 20, 19, 18, 17, 16, 15, 14]

export const PROBES: Readonly<Record<ProgramName, Probe>> = {
  sbcl: {
    candidates: named('SBCL_PATH', 'sbcl'),
    start: [],
    versionArgs: ['--version'],
    advice: 'put sbcl on PATH or set SBCL_PATH',
  },
  // A version manager's python3 comes first on PATH and often lacks the system's packages.
  debugpy: {
    candidates: named('PYTHON_PATH', 'python3', 'python', '/usr/bin/python3'),
    start: ['-m', 'debugpy.adapter'],
    versionArgs: ['-c', 'import debugpy; print(debugpy.__version__)'],
    advice: 'install debugpy for the python3 on PATH or set PYTHON_PATH to one that has it',
  },
  delve: {
    candidates: named('DLV_PATH', 'dlv'),
    start: ['dap', '--listen=127.0.0.1:0'],
    versionArgs: ['version'],
    advice: 'put dlv on PATH or set DLV_PATH',
  },
  // `--help` because lldb-vscode 14 takes any other argument for none and waits for messages.
  lldb: {
    candidates: named(
      'LLDB_DAP_PATH',
      'lldb-dap',
      'lldb-vscode',
      ...lldbVersions.flatMap((version) => [`lldb-dap-${version}`, `lldb-vscode-${version}`]),
    ),
    start: [],
    versionArgs: ['--help'],
    advice: 'put lldb-dap (or lldb-vscode) on PATH or set LLDB_DAP_PATH',
  },
  // Its DAP interpreter is a Python module, which came with version 14.
  tmux: {
    candidates: () => ['tmux'],
    start: [],
    versionArgs: ['-V'],
    advice: 'put tmux on PATH',
  },
  gdb: {
    candidates: named('GDB_PATH', 'gdb'),
    start: ['-q', '-i', 'dap'],
    versionArgs: ['--batch', '-ex', 'show version', '-ex', 'python import gdb.dap'],
    advice: 'install GDB 14.1 or later, put it on PATH or set GDB_PATH',
  },
  netcoredbg: {
    candidates: named('NETCOREDBG_PATH', 'netcoredbg'),
    start: ['--interpreter=vscode'],
    versionArgs: ['--version'],
    advice: 'put it on PATH or set NETCOREDBG_PATH',
  },
  dotnet: {
    candidates: named('DOTNET_PATH', 'dotnet'),
    start: [],
    versionArgs: ['--version'],
    advice: 'install the .NET SDK (10 or later), put dotnet on PATH or set DOTNET_PATH',
  },
  go: {
    candidates: named('GO_PATH', 'go'),
    start: [],
    versionArgs: ['version'],
    advice: 'put go on PATH or set GO_PATH',
  },
  pytest: {
    candidates: named('PYTHON_PATH', 'python3', 'python', '/usr/bin/python3'),
    start: ['-m', 'pytest'],
    versionArgs: ['-c', 'import pytest; print(pytest.__version__)'],
    advice: 'install pytest for the python3 on PATH or set PYTHON_PATH to one that has it',
  },
  cc: {
    candidates: named('CC', 'cc', 'gcc', 'clang'),
    start: [],
    versionArgs: ['--version'],
    advice: 'install a C compiler or set CC',
  },
  fiveam: lispLibrary('fiveam', 'install FiveAM where ASDF finds it (Debian: cl-fiveam)'),
  // Restored already, this takes a second; without NuGet it fails.
  xunit: {
    candidates: named('DOTNET_PATH', 'dotnet'),
    start: [],
    versionArgs: ['restore', fixture('programs/tests/dotnet-test/cart.tests.csproj')],
    advice: 'give NuGet a source with the package xunit 2.9.3, or restore the project once where there is one',
  },
  'nvim-dap': {
    candidates: named('NVIM_PATH', 'nvim'),
    start: neovim,
    versionArgs: [
      ...neovim,
      '-c',
      "lua if not pcall(require, 'dap') then vim.cmd('cquit') end",
      '-c',
      'version',
      '-c',
      'quit',
    ],
    advice: 'install Neovim, and set NVIM_DAP_PATH to a folder with nvim-dap',
    isRare: true,
  },
  // Debian's package; another Emacs finds it where its packages are.
  'dap-mode': {
    candidates: named('EMACS_PATH', 'emacs'),
    start: ['--batch', '--eval', '(package-initialize)'],
    versionArgs: ['--batch', '--eval', '(progn (package-initialize) (require (quote dap-mode)) (princ emacs-version))'],
    advice: 'install Emacs and dap-mode (Debian: emacs-nox elpa-dap-mode)',
  },
  parachute: {
    ...lispLibrary('parachute', 'install Parachute where ASDF finds it (Quicklisp: parachute)'),
    isRare: true,
  },
}
