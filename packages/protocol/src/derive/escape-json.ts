/** What `JSON.stringify` leaves as it is and a terminal obeys: DEL and C1, other line ends, and characters that change the direction. */
const ACTIVE = /[\u007f-\u009f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Printed JSON that reads as the same value and that no terminal obeys, whoever shows it. */
export const escapeJson = (json: string): string =>
  json.replaceAll(ACTIVE, (one) => String.raw`\u` + one.charCodeAt(0).toString(16).padStart(4, '0'))
