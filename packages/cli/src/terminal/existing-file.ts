import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** A file that is here is meant absolutely; another one may be the debuggee's and goes as it was typed. */
export const existingFile = (file: string): string => (existsSync(file) ? resolve(file) : file)
