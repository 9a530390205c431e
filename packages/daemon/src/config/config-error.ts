/** A configuration file that cannot be used; the message names the file, the place and the remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
