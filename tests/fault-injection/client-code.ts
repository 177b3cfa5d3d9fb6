/*
 * The shop's own code, bundled once into a function of what a browser gives a page. Every call of it
 * is a new tab: modules with state of their own, sharing only what they are handed.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type * as entry from './tab-entry.ts'

export type ClientCode = typeof entry

export type OpenPage = (browser: Record<(typeof GIVEN)[number], unknown>) => ClientCode

/** The names that the bundle may not find in Node, but in its tab. */
const GIVEN = [
  'globalThis',
  'window',
  'location',
  'history',
  'navigator',
  'localStorage',
  'sessionStorage',
  'fetch',
  'setTimeout',
  'performance',
  'AbortSignal',
  'Date',
  'console',
] as const

const SETTINGS = `
  export const PUBLIC_SUPABASE_URL = '/'
  export const PUBLIC_SUPABASE_ANON_KEY = 'sb_publishable_local'
  export const PUBLIC_ORDER_FORM_URL = '/forms/order'
`

export async function bundleClient(): Promise<OpenPage> {
  const code = await bundle()
  const run = new Function(...GIVEN, `const exports = {};\n${code}\nreturn exports`)
  return (browser) => run(...GIVEN.map((name) => browser[name])) as ClientCode
}

async function bundle(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [astroSettings],
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('tab-entry.ts', import.meta.url)), formats: ['cjs'] },
    },
  })
  const [output] = Array.isArray(made) ? made : [made]
  if (!output || !('output' in output)) throw new Error('Nothing was bundled')
  const [chunk, ...more] = output.output
  if (more.length > 0) throw new Error('The client was to be one piece')
  return chunk.code
}

const astroSettings = {
  name: 'settings-of-the-rehearsal',
  resolveId: (id: string) => (id === 'astro:env/client' ? '\0settings' : undefined),
  load: (id: string) => (id === '\0settings' ? SETTINGS : undefined),
}
