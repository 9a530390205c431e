// Part of `npm run build`: puts the code of the command and of the daemon into bundles, with their compiled code
// (packages/cli/src/start). It reads what the compiler has written.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'packages/cli/dist')
const folder = join(dist, 'bundle')
const inputsFile = join(folder, 'inputs.json')
const script = fileURLToPath(import.meta.url)

const packages = ['packages', 'adapters']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
  .map((home) => ({ home, ...JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) }))
  .filter((one) => one.private !== true)
/** Their times of change tell whether the bundles are out of date. npm writes the last one at each installation. */
const inputs = [
  ...packages.map(({ home }) => join(home, 'dist/.tsbuildinfo')),
  join(root, 'node_modules/.package-lock.json'),
]

/** Modules that the light bundle holds although they are imported only when needed; others stay modules of their own. */
const LIGHT_IMPORTS = [
  /^\.\.\/listings\//,
  /^\.\.\/proxies\//,
  /^\.\.\/arguments\/parse-params\.js$/,
  /^\.\.\/tool\/run-call\.js$/,
  /^\.\.\/session\/run-attach\.js$/,
  /^cli-truncate$/,
]

function isFresh() {
  const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const written = changed(inputsFile)
  return written > 0 && [...inputs, script].every((path) => changed(path) <= written)
}

async function writeBundles() {
  const { build } = await import('esbuild')
  // First of all, so that no command takes half of a bundle.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const common = {
    entryPoints: [join(dist, 'run.js')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
    // What `ws` uses where it happens to be there.
    external: ['bufferutil', 'utf-8-validate'],
    banner: { js: '(function (exports, require, module, moduleUrl, importModule) {' },
    write: false,
    footer: { js: '})' },
    logLevel: 'warning',
  }
  await build({ ...common, outfile: join(folder, 'full.cjs'), plugins: [places([/./])] })
  await build({ ...common, outfile: join(folder, 'light.cjs'), plugins: [places(LIGHT_IMPORTS)] })
  const hash = createHash('sha256')
  for (const name of ['light', 'full']) hash.update(readFileSync(join(folder, `${name}.cjs`)))
  const files = inputs.map((path) => relative(folder, path))
  writeFileSync(inputsFile, JSON.stringify({ id: hash.digest('hex').slice(0, 16), files }))
}

/** What a module says about places: its own, and that of a module that it imports when needed and that is left out. */
const places = (kept) => ({
  name: 'places',
  setup(build) {
    build.onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
      const found = packages.find(({ home }) => path.startsWith(join(home, 'dist/')))
      if (found === undefined) return undefined
      const { home, name } = found
      const text = await readFile(path, 'utf8')
      const owner = name === 'dapplex' ? '' : name
      const url = `moduleUrl(${JSON.stringify(owner)}, ${JSON.stringify(relative(join(home, 'dist'), path))})`
      const contents = text.replaceAll('import.meta.url', url).replaceAll(/\bimport\('([^']+)'\)/g, (whole, target) => {
        if (kept.some((pattern) => pattern.test(target))) return whole
        const place = target.startsWith('.') ? `./${relative(dist, join(dirname(path), target))}` : target
        return `importModule(${JSON.stringify(place)})`
      })
      return contents === text ? undefined : { contents, loader: 'js' }
    })
    build.onEnd(({ outputFiles }) => {
      for (const { path, text } of outputFiles) {
        const found = /\.cjs$/.test(path) ? /\bimport(?:\(|\.meta)/.exec(text) : null
        if (found !== null)
          return { errors: [{ text: `${path} has ${found[0]}, which means another place in a bundle` }] }
        writeFileSync(path, text)
      }
      return undefined
    })
  },
})

/** The light commands, run here on the bundle: the cache holds what they have run. Nothing is shown. */
async function warmLight() {
  const { loadBundle } = await import(pathToFileURL(join(dist, 'start/load-bundle.js')).href)
  const { run } = loadBundle(`${folder}/`, { command: 'status', importModule: (name) => import(name) })
  const line = (words) => run([process.execPath, 'dapplex', ...words.split(' ')])
  await line('--version')
  await line('call sessions_list')
  await line('status')
  await line('clients')
  await line('dap --session none')
  await line('attach --exec l')
  process.exitCode = 0
}

/** A daemon of its own, and a process that calls it: both leave a code cache when they end. */
async function writeCaches() {
  const home = mkdtempSync(join(tmpdir(), 'dapplex-build-'))
  const env = { ...process.env, DAPPLEX_HOME: home, DAPPLEX_URL: '' }
  const daemon = spawn(process.execPath, [join(dist, 'main.js'), 'daemon', 'run'], {
    stdio: ['ignore', 2, 'pipe'],
    env,
  })
  const ended = once(daemon, 'exit')
  await Promise.race([once(daemon.stderr, 'data'), ended])
  await once(spawn(process.execPath, [script, 'warm'], { stdio: 'ignore', env }), 'exit')
  daemon.kill()
  await ended
  rmSync(home, { recursive: true, force: true })
}

if (process.argv[2] === 'warm') await warmLight()
else if (!isFresh()) {
  await writeBundles()
  await writeCaches()
}
