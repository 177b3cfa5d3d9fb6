import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ShippedCode {
  scripts: Set<string>
  styles: Set<string>
}

/** Every script and style that a built site sends: packages, inline code, templates and the service worker included. */
export function shippedCode(folder: string): ShippedCode {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html)$/.test(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    if (name.endsWith('.js')) scripts.add(text)
    else if (name.endsWith('.css')) styles.add(text)
    else addInline(text)
  }
  return { scripts, styles }

  function addInline(html: string): void {
    for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT))
      if (!/type="?(application|speculationrules|importmap)/.test(attributes)) scripts.add(code)
    for (const [, code = ''] of html.matchAll(STYLE)) styles.add(code)
  }
}

const SCRIPT = /<script\b([^>]*)>(.*?)<\/script>/gs
const STYLE = /<style\b[^>]*>(.*?)<\/style>/gs
