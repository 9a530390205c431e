interface Place {
  readonly function?: string | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
}

interface Stop {
  readonly location?: Place | undefined
  readonly exception?: { readonly raised_at?: Place | undefined } | undefined
}

/** Where an exception was raised: `raised_at` leaves out what it has in common with `location`. */
export const raisedAt = ({ location, exception }: Stop): Place => ({ ...location, ...exception?.raised_at })
