/** Adapters cut longer values, so that equal texts say nothing. */
const LONGEST = 1000

/**
 * Whether a write was lost: the old value is still there, although the adapter has told another one, and the client wanted
 * another one.
 */
export function isLost(write: {
  readonly before: string | undefined
  readonly wanted: string
  readonly told: string
  readonly now: string | undefined
}): boolean {
  const { before, wanted, told, now } = write
  if (before === undefined || now !== before || now.length > LONGEST) return false
  return bare(told) !== bare(now) && bare(wanted) !== bare(now)
}

/** Without the quotes and the spelling in which adapters differ. */
function bare(text: string): string {
  const unquoted = text.trim().replace(/^(["'`])(.*)\1$/s, '$2')
  return unquoted !== '' && Number.isFinite(Number(unquoted)) ? String(Number(unquoted)) : unquoted.toLowerCase()
}
