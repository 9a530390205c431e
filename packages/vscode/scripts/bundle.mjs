// Writes the two bundles of the extension: `dist/extension.cjs` for a host with Node, `dist/browser.js` for one in a browser.
import { build } from 'esbuild'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The extension has to stay small: a host loads all of it at the first use. */
const LARGEST_BYTES = 300 * 1024

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * The catalogue of tools builds all schemas. The extension uses its types only; the client would load it for a call with
 * `timeoutMs`, which the extension does not use: it gives a signal.
 */
const withoutSchemas = {
  name: 'without-schemas',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@dapplex\/protocol$/ }, ({ path }) => ({ path, namespace: 'without-schemas' }))
    onLoad({ filter: /.*/, namespace: 'without-schemas' }, () => ({
      contents: "throw new Error('the catalogue of tools is not in the extension: give a signal, not timeoutMs')",
      loader: 'js',
    }))
  },
}

const shared = {
  bundle: true,
  minify: true,
  format: 'cjs',
  target: 'es2022',
  external: ['vscode', 'bufferutil', 'utf-8-validate'],
  conditions: ['dapplex-source'],
  logLevel: 'warning',
}

await build({
  ...shared,
  entryPoints: [at('src/extension.ts')],
  outfile: at('dist/extension.cjs'),
  platform: 'node',
  plugins: [withoutSchemas],
})
await build({ ...shared, entryPoints: [at('src/browser.ts')], outfile: at('dist/browser.js'), platform: 'browser' })

const { size } = statSync(at('dist/extension.cjs'))
if (size > LARGEST_BYTES) throw new Error(`dist/extension.cjs has ${size} bytes, more than ${LARGEST_BYTES}`)
console.log(`dist/extension.cjs: ${Math.round(size / 1024)} KiB`)
