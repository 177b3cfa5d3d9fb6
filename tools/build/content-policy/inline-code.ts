import { createHash } from 'node:crypto'

/** The scripts and styles that stand in a page itself, as a policy names them: by hash, each once. */
export interface InlineCode {
  scripts: string[]
  styles: string[]
}

/** An attribute may hold a ">", but only between quotes. */
const ELEMENTS = /<(script|style)\b((?:[^>"']|"[^"]*"|'[^']*')*)>(.*?)<\/\1\s*>/gis

/** A script with a src, or with data only, needs no hash. Speculation rules do. */
const NOT_HASHED = /\ssrc\s*=|\stype\s*=\s*["']?application\/(?:ld\+)?json\b/i

export function inlineCodeOf(html: string): InlineCode {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const [, element = '', attributes = '', code = ''] of html.matchAll(ELEMENTS)) {
    if (element.toLowerCase() === 'style') styles.add(hashOf(code))
    else if (!NOT_HASHED.test(attributes)) scripts.add(hashOf(code))
  }
  return { scripts: [...scripts], styles: [...styles] }
}

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}
