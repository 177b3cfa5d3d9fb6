import { readdirSync } from 'node:fs'

/** The file names of a folder's migrations, in the order in which they are applied. */
export function migrationNames(folder: string | URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}
