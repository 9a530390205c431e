import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file that each process of a debugged program loads first. */
export const BOOTSTRAP = fileURLToPath(new URL('../../in-program/bootstrap.cjs', import.meta.url))

/** Whether the adapter itself put this file into the program. */
export const isInjectedFile = (path: string): boolean => dirname(path) === dirname(BOOTSTRAP)
