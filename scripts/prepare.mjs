// Prepares what the tests need: real debuggers and languages. As root on Debian it installs what is missing; elsewhere
// it says what is missing, and the tests that need it are skipped with that reason.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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
  { what: 'ECL', packages: ['ecl'], present: () => has('ecl') },
  { what: 'debugpy', packages: ['python3-debugpy'], present: () => runs('/usr/bin/python3', ['-c', 'import debugpy']) },
  { what: 'pytest', packages: ['python3-pytest'], present: () => runs('/usr/bin/python3', ['-c', 'import pytest']) },
  { what: 'delve', packages: ['delve', 'golang-go'], present: () => has('dlv') && has('go') },
  { what: 'lldb', packages: ['lldb'], present: () => has('lldb') },
  { what: 'a C compiler', packages: ['gcc', 'libc6-dev'], present: () => has('gcc') },
]

function runs(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
/** Whether a command is on PATH. */
export function has(command) {
  return (process.env.PATH ?? '').split(':').some((folder) => folder !== '' && existsSync(`${folder}/${command}`))
}

export function prepare() {
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
