import { createHash } from 'node:crypto'
import { Html, markup } from './html.js'
import { SCRIPT } from './script.js'
import { STYLE } from './style.js'

export interface DocumentParts {
  readonly title: string
  /** What stands before the stops, and after them. */
  readonly before: Html
  readonly stops: readonly Html[]
  readonly after: Html
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing is fetched, nothing is sent, and no style or script runs but the two of the page. */
const POLICY = [
  `default-src 'none'`,
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ')

/** The whole page, which needs no other file. */
export const document = ({ title, before, stops, after }: DocumentParts): Html =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="dapplex">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
${before}<main>
${stops}${after}</main>
<script>${new Html(SCRIPT)}</script>
</body>
</html>
`
