/** The value below which the fraction `q` (0..1) of the samples lies; NaN for none. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
export const median = (samples: readonly number[]): number => quantile(samples, 0.5)
