import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { userError } from '#kit/user-error.ts'
import { readHostRules } from '../site-server/netlify-rules/host-rules.ts'
import { decodePath, pathsOf } from '../site-server/netlify-rules/site-files.ts'

interface BuiltSite {
  /** The folder of the built pages. */
  folder: string
  /** The folder of the repository, with netlify.toml and src/content. */
  root: string
  /** The URL of the site. */
  site: string
}

/** Stops a build whose pages link to a page, or to a part of a page, that does not exist. */
export function linkCheck(): AstroIntegration {
  let root: string
  let site: string
  return {
    name: 'link-check',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root)
        site = config.site ?? 'http://localhost'
      },
      'astro:build:done': async ({ dir }) => {
        const problems = await linkProblems({ folder: fileURLToPath(dir), root, site })
        if (problems.length > 0) throw userError(problems.join('\n'))
      },
    },
  }
}

/** One sentence for each link to nowhere, with the content file and line, or else the page, that has it. */
export async function linkProblems({ folder, root, site }: BuiltSite): Promise<string[]> {
  const rules = await readHostRules(root)
  const isFile = pathsOf(folder)
  const pages = new Map(
    globSync('**/*.html', { cwd: folder }).map((file) => [
      pathOf(file),
      readFileSync(join(folder, file), 'utf8'),
    ]),
  )
  const problems = new Set<string>()
  for (const [path, html] of pages) {
    for (const href of linksOf(html)) {
      const problem = problemOf(href, path)
      if (!problem) continue
      for (const source of sourcesOf(href, root, path)) problems.add(`${source} ${problem}`)
    }
  }
  return [...problems]

  function problemOf(href: string, page: string): string | undefined {
    const target = URL.canParse(href, site) ? new URL(href, new URL(page, site)) : undefined
    if (!target) return `links to ${href}, which is not a URL. Write one such as /products.`
    if (target.origin !== new URL(site).origin) return undefined
    const path = decodePath(target.pathname)
    if (path !== page && !isServed(path, target.search)) {
      return `links to ${href}, and there is no such page. Write the path of a page that exists, such as /products or /blog/2.`
    }
    const id = decodePath(target.hash.slice(1))
    const html = pages.get(path)
    if (id === '' || html === undefined || html.includes(` id="${id}"`)) return undefined
    return `links to ${href}, and that page has no part "${id}". Write the name of one of its headings in small letters with hyphens, or leave out what follows the #.`
  }

  function isServed(path: string, search: string): boolean {
    const rule = rules.ruleFor(path, search)
    if (rule && (rule.force || !isFile(path))) return rule.status < 400
    return isFile(path)
  }
}

/** `blog/2.html` → `/blog/2`. */
function pathOf(file: string): string {
  return `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '')}`
}

function linksOf(html: string): string[] {
  const links = html.matchAll(/<a\s[^>]*?\bhref="([^"]*)"/g)
  return [...links].map(([, href = '']) => href.replace(/&#38;|&amp;/g, '&'))
}

/** Where a link is written: lines of content files, or the page where a component made it. */
function sourcesOf(href: string, root: string, page: string): string[] {
  const sources = globSync('src/content/**/*.md', { cwd: root }).flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, index) =>
      holdsLink(line, href) ? [`${file.replaceAll('\\', '/')}: line ${index + 1}`] : [],
    )
  })
  return sources.length > 0 ? sources : [`The page ${page}`]
}

/** `[words](href)`, `[words](href "title")` or `[name]: href`. */
function holdsLink(line: string, href: string): boolean {
  return [`](${href})`, `](${href} `, `]: ${href}`].some((link) => line.includes(link))
}
