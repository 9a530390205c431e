/** What the status bar says of the session that the person looks at. */
export interface Status {
  readonly session: string
  readonly state: string
  /** Who has control, or who has moved the program last. */
  readonly holder?: string
  readonly mover?: string
  /** Others in the session. */
  readonly others: readonly string[]
}

export function statusText({ session, state, holder, mover, others }: Status): string {
  const held = holder === 'you' ? 'you have control' : `${holder} has control`
  const who = holder === undefined ? (mover === undefined ? [] : [`${mover} moved it`]) : [held]
  const company = others.length === 0 ? [] : [`with ${others.join(', ')}`]
  return [session, state, ...(who.length > 0 ? who : company)].join(' · ')
}
