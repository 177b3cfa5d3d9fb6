/* What a built shop must have, read from its files. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parsePage, textsIn, valuesOf } from '#tests/support/built-site.ts'
import { readHostRules } from '#tools/site-server/netlify-rules/host-rules.ts'

export interface BuiltShop {
  pages: string[]
  /** Paths. */
  sitemap: string[]
  feedItems: number
  /** Links and pictures that lead nowhere. */
  broken: string[]
}

/** `root` has netlify.toml and dist. */
export async function readBuiltShop(root: string): Promise<BuiltShop> {
  const dist = join(root, 'dist')
  const { ruleFor } = await readHostRules(root)
  const files = globSync('**/*.html', { cwd: dist }).sort()
  const isFile = (path: string) =>
    [path, `${path}.html`, join(path, 'index.html')].some(
      (file) =>
        (statSync(join(dist, file), { throwIfNoEntry: false })?.size ?? 0) > 0 &&
        isPlainFile(join(dist, file)),
    )
  const broken = new Set<string>()
  for (const file of files) {
    const { document } = parsePage(file, readFileSync(join(dist, file), 'utf8'))
    const links = valuesOf(document, 'a', 'href').map((href) => href.replace(/[?#].*$/s, ''))
    const pictures = [
      ...valuesOf(document, 'img', 'src'),
      ...valuesOf(document, 'img, source', 'srcset').flatMap((set) =>
        set.split(',').map((part) => part.trim().split(' ')[0] ?? ''),
      ),
      ...valuesOf(document, 'meta[property="og:image"]', 'content').map(
        (url) => new URL(url).pathname,
      ),
    ]
    for (const path of [...links, ...pictures].filter((url) => /^\/(?!\/)/.test(url))) {
      const isRuled = (ruleFor(path, '')?.status ?? 404) < 400
      if (!isFile(decodeURIComponent(path)) && !isRuled) broken.add(`${file}: ${path}`)
    }
  }
  const xml = (name: string) => readFileSync(join(dist, name), 'utf8')
  return {
    pages: files,
    sitemap: textsIn(xml('sitemap-0.xml'), 'loc')
      .map((url) => new URL(url).pathname)
      .sort(),
    feedItems: textsIn(xml('rss.xml'), 'item').length,
    broken: [...broken],
  }
}

function isPlainFile(path: string): boolean {
  return statSync(path).isFile()
}
