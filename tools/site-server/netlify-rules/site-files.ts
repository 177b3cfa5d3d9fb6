/* Which paths the files of a folder have: `products.html` has /products, /products/ and /products.html. */
import { readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'

/** Reads the folder once. For a build, whose files do not change. */
export function pathsOf(folder: string): (path: string) => boolean {
  const paths = new Set<string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`
    paths.add(file)
    paths.add(withoutSlash(file.replace(/\.html$/, '').replace(/\/index$/, '/')))
  }
  return (path) => paths.has(withoutSlash(path))
}

/** Looks up the file of a decoded path at each call, so that a new build is served at once. */
export async function findFile(folder: string, path: string): Promise<string | undefined> {
  if (!isPublic(path)) return undefined
  const name = withoutSlash(path)
  for (const file of [name, `${name}.html`, posix.join(name, 'index.html')]) {
    const found = await stat(join(folder, file)).catch(() => undefined)
    if (found?.isFile()) return file
  }
  return undefined
}

/** Without parent folders and hidden files. A backslash separates folders on Windows. */
function isPublic(path: string): boolean {
  const isHidden = (part: string) => part.startsWith('.') && part !== '.well-known'
  return !path.includes('\0') && !path.split(/[/\\]/).some(isHidden)
}

/** `/products/` and `/products` are one path; `/` stays. */
export function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '') || '/'
}

/** The decoded path, or the path itself if it cannot be decoded. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
