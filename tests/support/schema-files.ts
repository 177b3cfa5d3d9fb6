/* supabase/schemas: what the database is, each object once, in its final form. */
import { readFileSync } from 'node:fs'

const SUPABASE = new URL('../../supabase/', import.meta.url)

/** The files in the order of `schema_paths` in supabase/config.toml, in which they can be applied. */
export function schemaFiles(): URL[] {
  const config = readFileSync(new URL('config.toml', SUPABASE), 'utf8')
  const [, list] = /^schema_paths = \[([^\]]*)\]/m.exec(config) ?? []
  const paths = [...(list ?? '').matchAll(/"(.+?)"/g)].map(([, path]) => path ?? '')
  if (paths.length === 0) throw new Error('supabase/config.toml has no schema_paths.')
  return paths.map((path) => new URL(path, SUPABASE))
}
