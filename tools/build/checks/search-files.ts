import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '#content-loader/problem.ts'
import type { BuiltSite, Check } from './project.ts'

/** What search engines and feed readers ask for, which no page shows. */
export const searchFiles: Check<BuiltSite> = ({ folder }) =>
  Object.entries(FILES).flatMap(([file, part]) => problemOf(folder, file, part))

/** Each with what it holds at least. */
const FILES = {
  'sitemap-index.xml': '/sitemap-0.xml</loc>',
  'sitemap-0.xml': '<loc>',
  'robots.txt': '/sitemap-index.xml',
  'rss.xml': '<item>',
}

function problemOf(folder: string, file: string, part: string): Problem[] {
  const path = join(folder, file)
  if (existsSync(path) && readFileSync(path, 'utf8').includes(part)) return []
  const what = `is not in the site, or does not hold ${part}`
  return [{ file, what, write: 'Mend what the build says above about it' }]
}
