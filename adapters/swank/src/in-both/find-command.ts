import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The file that a command means, as the shell would find it. */
export function findCommand(command: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (isAbsolute(command)) return existsSync(command) ? command : undefined
  return (env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return statSync(path).isFile()
      } catch {
        return false
      }
    })
}
