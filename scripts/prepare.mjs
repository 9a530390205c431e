// Prepares what the tests need: real debuggers and languages. As root on Debian it installs what is missing; elsewhere
// it says what is missing, and the tests that need it are skipped with that reason.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'

/** What must be there, how that is seen, and the Debian packages that bring it. */
const needs = [
  {
    what: 'SBCL with Swank',
    packages: ['sbcl', 'cl-swank'],
    present: () => has('sbcl') && existsSync('/usr/share/common-lisp/source/slime'),
  },
  {
    what: 'Lisp libraries',
    packages: ['cl-ppcre', 'cl-alexandria', 'cl-flexi-streams'],
    present: () =>
      ['cl-ppcre', 'alexandria', 'cl-flexi-streams'].every((name) =>
        existsSync(`/usr/share/common-lisp/source/${name}`),
      ),
  },
  {
    what: 'FiveAM',
    packages: ['cl-fiveam'],
    present: () => existsSync('/usr/share/common-lisp/source/fiveam'),
  },
  { what: 'shells with completion', packages: ['zsh', 'fish'], present: () => has('zsh') && has('fish') },
  { what: 'a terminal that tests can drive', packages: ['tmux'], present: () => has('tmux') },
  { what: 'ECL', packages: ['ecl'], present: () => has('ecl') },
  { what: 'debugpy', packages: ['python3-debugpy'], present: () => runs('/usr/bin/python3', ['-c', 'import debugpy']) },
  { what: 'pytest', packages: ['python3-pytest'], present: () => runs('/usr/bin/python3', ['-c', 'import pytest']) },
  { what: 'delve', packages: ['delve', 'golang-go'], present: () => has('dlv') && has('go') },
  { what: 'lldb', packages: ['lldb'], present: () => has('lldb') },
  { what: 'Neovim', packages: ['neovim'], present: () => has('nvim') },
  {
    what: 'Emacs with dap-mode',
    packages: ['emacs-nox', 'elpa-dap-mode'],
    present: () => has('emacs') && holds('/usr/share/emacs/site-lisp/elpa-src', 'dap-mode-'),
  },
  { what: 'a C compiler', packages: ['gcc', 'libc6-dev'], present: () => has('gcc') },
]

/** Whether a folder has an entry whose name begins so: Debian's packages for Emacs carry their version. */
function holds(folder, beginning) {
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(beginning))
}
function runs(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
/** Whether a command is on PATH. */
export function has(command) {
  return (process.env.PATH ?? '').split(':').some((folder) => folder !== '' && existsSync(`${folder}/${command}`))
}

/** NuGet brings the packages of a test project. */
function restoreXunit() {
  const folder = process.env.NUGET_PACKAGES ?? `${homedir()}/.nuget/packages`
  if (!has('dotnet') || existsSync(`${folder}/xunit.core/2.9.3`)) return
  console.log('Restoring xunit …')
  const project = fileURLToPath(new URL('../fixtures/programs/tests/dotnet-test/cart.tests.csproj', import.meta.url))
  if (!runs('dotnet', ['restore', project])) console.log('Could not restore xunit: its tests are skipped.')
}

/** No system has a package of nvim-dap. */
function cloneNvimDap() {
  const folder = `${homedir()}/.cache/dapplex-tests/nvim-dap`
  if (!has('nvim') || !has('git') || process.env.NVIM_DAP_PATH !== undefined || existsSync(folder)) return
  console.log('Cloning nvim-dap …')
  const source = 'https://github.com/mfussenegger/nvim-dap'
  const flags = ['-c', 'advice.detachedHead=false', 'clone', '--quiet', '--depth=1', '--branch=0.6.0']
  const got = spawnSync('git', [...flags, source, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    timeout: 60_000,
  })
  if (got.status !== 0) console.log('Could not clone nvim-dap: its tests are skipped.')
}

export function prepare() {
  restoreXunit()
  installPackages()
  cloneNvimDap()
}

function installPackages() {
  const missing = needs.filter((need) => !need.present())
  if (missing.length === 0) return
  const packages = missing.flatMap((need) => need.packages)
  const names = missing.map((need) => need.what).join(', ')
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    console.log(`Missing: ${names}. Their tests are skipped; on Debian: sudo apt-get install ${packages.join(' ')}`)
    return
  }
  console.log(`Installing ${names} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  // One by one, so that a package this release does not have costs only its own tests.
  for (const need of update.status === 0 ? missing : []) {
    const got = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...need.packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
    if (got.status !== 0) console.log(`Could not install ${need.packages.join(' ')}: its tests are skipped.`)
  }
  if (update.status !== 0) console.log(`The package lists could not be read: tests that need ${names} are skipped.`)
}
