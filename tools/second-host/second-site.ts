import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHeaderRules } from '../site-server/netlify-rules/host-rules.ts'
import { readPageRules } from '../site-server/netlify-rules/page-rules.ts'
import { notFoundPages, pagesHeaders, pagesRedirects, withoutSuffix } from './pages-files.ts'

/** Makes a copy of the built site for Cloudflare Pages, in place of an earlier one. */
export async function writeSecondSite(root: string, dist: string, folder: string): Promise<void> {
  const [pageRules, headerRules] = await Promise.all([
    readPageRules(root),
    readHeaderRules(root, dist),
  ])
  const pages = globSync('**/*.html', { cwd: dist }).map((file) => `/${withoutSuffix(file)}`)
  // Before anything is written: they say what they can't express.
  const files = {
    _redirects: pagesRedirects(pageRules, pages),
    _headers: pagesHeaders(headerRules),
  }
  rmSync(folder, { recursive: true, force: true })
  cpSync(dist, folder, { recursive: true })
  for (const { from, to } of notFoundPages(pageRules)) cpSync(join(folder, from), join(folder, to))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text}\n`)
}
