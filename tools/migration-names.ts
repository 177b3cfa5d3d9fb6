import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

/** The file names of a folder's migrations, in the order in which they are applied. */
export function migrationNames(folder: string | URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** `…/20261121090000_create_shop.sql` → `20261121090000`, as the Supabase CLI names it. */
export function versionOf(file: string): string {
  return basename(file).split('_')[0] ?? ''
}
