const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** Time since the start of the session: `+1:02.345`, with hours where there are some. */
export function sinceText(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const [hours, minutes, seconds] = [
    Math.floor(whole / 3_600_000),
    Math.floor(whole / 60_000) % 60,
    (whole / 1000) % 60,
  ]
  const tail = `${pad(Math.floor(seconds), 2)}.${pad(whole % 1000, 3)}`
  return hours > 0 ? `+${hours}:${pad(minutes, 2)}:${tail}` : `+${minutes}:${tail}`
}

/** A moment in words, the same for every reader. */
export const momentText = (at: number): string => `${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC`
