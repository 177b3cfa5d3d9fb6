/*
 * Astro prints what starts islands into each page that has one. Where islands wait to be touched,
 * that can wait too: it becomes a file, and only early.ts stands in the page.
 */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ISLAND = /<astro-island [^>]*>/g
/** What Astro prints before the first island: the directive, then its own element. */
const STARTERS = /<script>([^<]*self\.Astro[^<]*touch.*?)<\/script><script>(.*?)<\/script>/s

export async function deferRuntime(page: string, folder: string, early: string): Promise<string> {
  const islands = page.match(ISLAND) ?? []
  if (!islands.some(isTouched)) return page
  if (!islands.every(isTouched)) throw new Error('Islands that do not wait beside some that do')
  const [both, directive, element] = STARTERS.exec(page) ?? []
  if (!both) throw new Error('Astro prints its islands in a new way: see defer-runtime.ts')
  const url = await keepAsFile(`${directive}\n${element}`, folder)
  return page.replace(both, () => `<script data-island-runtime="${url}">${early}</script>`)
}

function isTouched(island: string): boolean {
  return island.includes(' client="touch"')
}

async function keepAsFile(code: string, folder: string): Promise<string> {
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
  const url = `/_astro/islands.${hash}.js`
  await writeFile(join(folder, url), code)
  return url
}
