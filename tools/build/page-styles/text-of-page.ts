import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The built scripts by file name. */
export async function readScripts(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return new Map(names.map((name, index) => [name, texts[index] ?? '']))
}

/** The page and every script it may ever load, however late: all that a class can be named in. */
export function textOfPage(page: string, scripts: ReadonlyMap<string, string>): string {
  const reached = new Set<string>()
  const texts = [withoutEntities(page)]
  // The list grows while it is walked: each script may name further ones.
  for (const text of texts) {
    for (const [name] of text.matchAll(/[\w.-]+\.js\b/g)) {
      const script = scripts.get(name)
      if (script === undefined || reached.has(name)) continue
      reached.add(name)
      texts.push(script)
    }
  }
  return texts.join('\n')
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&amp;': '&',
  '&#38;': '&',
}

function withoutEntities(html: string): string {
  return html.replaceAll(/&#?\w+;/g, (entity) => ENTITIES[entity] ?? entity)
}
