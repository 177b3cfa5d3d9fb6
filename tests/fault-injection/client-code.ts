/*
 * Bundles the shop's code into a function of the browser's globals. Each call is a new tab, with its own
 * module state.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type * as entry from './client-entry.ts'

export type ClientCode = typeof entry

export type OpenPage = (browser: Record<(typeof BROWSER_GLOBALS)[number], unknown>) => ClientCode

/** Globals that the bundle gets from its tab and not from Node. */
const BROWSER_GLOBALS = [
  'globalThis',
  'window',
  'document',
  'addEventListener',
  'dispatchEvent',
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
  export const PUBLIC_SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_local'
  export const PUBLIC_ORDER_FORM_URL = '/forms/order'
`

export async function bundleClient(): Promise<OpenPage> {
  const code = await bundle()
  const run = new Function(...BROWSER_GLOBALS, `const exports = {};\n${code}\nreturn exports`)
  return (browser) => run(...BROWSER_GLOBALS.map((name) => browser[name])) as ClientCode
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [astroSettings],
    define: { 'import.meta.env.SITE': '"https://zulf.example"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('client-entry.ts', import.meta.url)), formats: ['cjs'] },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('Nothing was bundled')
  const [chunk, ...more] = output.output
  if (more.length > 0) throw new Error('The client must be one chunk')
  return chunk.code
}

const astroSettings = {
  name: 'fault-injection-settings',
  resolveId: (id: string) => (id === 'astro:env/client' ? '\0settings' : undefined),
  load: (id: string) => (id === '\0settings' ? SETTINGS : undefined),
}
