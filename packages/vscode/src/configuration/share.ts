import { TYPE, textOf, type Configuration } from './configuration.js'

/** JavaScript debugging of VS Code gives its types another name while it resolves them. */
const withoutPrefix = (type: string): string => type.replace(/^pwa-/, '')

/**
 * The configuration as it runs through dapplex, if `dapplex.share` lists its type; undefined otherwise. All keys stay. Where
 * another extension has rewritten it under a second name of the type, `written` (the one of `launch.json`) is taken.
 */
export function shareConfiguration(
  configuration: Configuration,
  shared: readonly string[],
  written: Configuration | undefined,
): Configuration | undefined {
  const { type } = configuration
  if (type === TYPE) return undefined
  if (shared.includes(type)) return { ...configuration, type: TYPE, dapplexAdapter: adapterOf(configuration) }
  const listed = shared.find((one) => one === withoutPrefix(type))
  if (listed === undefined) return undefined
  const origin = written ?? { ...configuration, type: listed }
  return { ...origin, type: TYPE, dapplexAdapter: adapterOf({ ...origin, type: listed }) }
}

const adapterOf = (configuration: Configuration): string =>
  textOf(configuration['dapplexAdapter']) ?? configuration.type
