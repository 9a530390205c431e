/** A configuration file that cannot be used. The message names the file, the place and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
