const UNITS = ['bytes', 'KiB', 'MiB', 'GiB']

/** A size for a person: `512 bytes`, `43.2 KiB`. */
export function bytesText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = bytes / 1024 ** unit
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit] ?? ''}`
}
