import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '#content-loader/problem.ts'
import { readHostRules } from '../../site-server/netlify-rules/host-rules.ts'
import { decodePath, pathsOf } from '../../site-server/netlify-rules/site-files.ts'
import type { BuiltSite, Check } from './project.ts'

/** Pages link to pages, and to parts of pages, that exist, and show files that do. */
export const links: Check<BuiltSite> = async ({ folder, root, site }) => {
  const rules = await readHostRules(root)
  const isFile = pathsOf(folder)
  const pages = new Map(
    globSync('**/*.{html,webmanifest}', { cwd: folder }).map((file) => [
      pathOf(file),
      readFileSync(join(folder, file), 'utf8'),
    ]),
  )
  const problems = new Map<string, Problem>()
  for (const [path, html] of pages) {
    for (const href of linksOf(html)) {
      const problem = problemOf(href, path)
      if (!problem) continue
      for (const [file, line] of sourcesOf(href, root, path)) {
        const what = `${line}${problem.what}`
        problems.set(`${file} ${what}`, { file, what, write: problem.write })
      }
    }
    for (const url of filesOf(html)) {
      const file = ownPath(url, path)
      if (!file || isFile(file)) continue
      const what = `is missing, and the page ${path} shows it`
      // Some are on every page, and named once.
      if (!problems.has(file)) {
        problems.set(file, { file: `public${file}`, what, write: 'Put it back' })
      }
    }
  }
  return [...problems.values()]

  function problemOf(href: string, page: string): Omit<Problem, 'file'> | undefined {
    if (!URL.canParse(href, site)) {
      return { what: `links to ${href}, which is not a URL`, write: 'Write one such as /products' }
    }
    const target = new URL(href, new URL(page, site))
    const path = ownPath(href, page)
    if (path === undefined) return undefined
    if (path !== page && !isServed(path, target.search)) {
      return {
        what: `links to ${href}, and there is no such page`,
        write: 'Write the path of a page that exists, such as /products or /blog/2',
      }
    }
    const id = decodePath(target.hash.slice(1))
    const html = pages.get(path)
    if (id === '' || html === undefined || html.includes(` id="${id}"`)) return undefined
    return {
      what: `links to ${href}, and that page has no part "${id}"`,
      write:
        'Write the name of one of its headings in small letters with hyphens, or leave out what follows the #',
    }
  }

  /** Undefined for the URL of another site. */
  function ownPath(url: string, page: string): string | undefined {
    const target = new URL(url, new URL(page, site))
    return target.origin === new URL(site).origin ? decodePath(target.pathname) : undefined
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
  const found = html.matchAll(/<a\s[^>]*?\bhref="([^"]*)"/g)
  return Array.from(found, ([, href = '']) => decoded(href))
}

/** Pictures, icons, styles, scripts, feeds and the pictures of shared links. */
function filesOf(html: string): string[] {
  const tags = html.match(/<(?:img|source|link|script|meta property="og:image")\s[^>]*>/g) ?? []
  const ofTags = tags.flatMap((tag) => {
    // React writes srcSet.
    const [, set = ''] = /\bsrcset="([^"]*)"/i.exec(tag) ?? []
    const [, one = ''] = /\b(?:href|src|content)="([^"]*)"/.exec(tag) ?? []
    return [one, ...set.split(',').map((part) => part.trim().split(' ')[0] ?? '')]
  })
  const icons = Array.from(html.matchAll(/\{"sizes":[^}]*"src":"([^"]+)"/g), ([, src = '']) => src)
  return [...ofTags, ...icons].filter((url) => url !== '' && !url.startsWith('data:')).map(decoded)
}

function decoded(attribute: string): string {
  return attribute.replace(/&#38;|&amp;/g, '&')
}

/** Where a link is written: lines of content files, or the page where a component made it. */
function sourcesOf(href: string, root: string, page: string): [file: string, line: string][] {
  const sources = globSync('src/content/**/*.md', { cwd: root }).flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, index): [string, string][] =>
      holdsLink(line, href) ? [[file.replaceAll('\\', '/'), `line ${index + 1} `]] : [],
    )
  })
  return sources.length > 0 ? sources : [[`The page ${page}`, '']]
}

/** `[words](href)`, `[words](href "title")` or `[name]: href`. */
function holdsLink(line: string, href: string): boolean {
  return [`](${href})`, `](${href} `, `]: ${href}`].some((link) => line.includes(link))
}
