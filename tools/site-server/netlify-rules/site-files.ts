import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/**
 * Every address that a file of the folder answers by itself: `products.html` answers /products,
 * /products/ and /products.html. Read once, so a path is looked up and never joined to a folder.
 */
export function addressesOf(folder: string): (path: string) => boolean {
  const addresses = new Set<string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`
    addresses.add(file)
    addresses.add(withoutSlash(file.replace(/\.html$/, '').replace(/\/index$/, '/')))
  }
  return (path) => addresses.has(withoutSlash(path))
}

/** `/products/` and `/products` are one address; `/` stays. */
export function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '') || '/'
}
