import { createHash } from 'node:crypto'

/** 64 lower-case hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
