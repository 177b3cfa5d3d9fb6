import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Puts every page of a built site through a change of its HTML. `file` is its path below the folder. */
export async function rewritePages(
  folder: string,
  change: (page: string, file: string) => string | Promise<string>,
): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const path = join(folder, file)
    const page = await readFile(path, 'utf8')
    const changed = await change(page, file)
    if (changed !== page) await writeFile(path, changed)
  }
}
