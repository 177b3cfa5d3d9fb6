/*
 * The rules for what a build is configured with: the public variables, which are readable by everyone
 * once the site is published, and the site's own URL.
 */
export type Env = Record<string, string | undefined>

const REQUIRED = ['PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_PUBLISHABLE_KEY']
const FORMS = ['PUBLIC_ORDER_FORM_URL', 'PUBLIC_CONTACT_FORM_URL']
/** Values of Netlify's CONTEXT variable. */
const PREVIEW_CONTEXTS = ['deploy-preview', 'branch-deploy']

/** A URL means a hosted backend; a path, as in .env.embedded, the local one on the same origin. */
export function isHostedUrl(url: string | undefined): boolean {
  return /^https?:\/\//i.test(url ?? '')
}

/**
 * Where the site is published: the URL in the settings, or for a host Netlify's `URL` variable while
 * the settings still have the sample. Local builds keep the sample.
 */
export function siteUrl(settingsUrl: string, env: Env): string {
  const hostUrl = env['URL'] ?? ''
  const isNeeded = isForPublishing(env) && isSample(settingsUrl)
  return isNeeded && URL.canParse(hostUrl) ? new URL(hostUrl).origin : settingsUrl
}

/** One sentence for each setting that a build must not use. Quotes no key. */
export function settingsErrors(env: Env, site: string): string[] {
  const missing = REQUIRED.filter((name) => !env[name])
  if (missing.length > 0) return [missingSentence(missing)]
  return [
    backendUrlError(env['PUBLIC_SUPABASE_URL'] ?? ''),
    keyError(env['PUBLIC_SUPABASE_PUBLISHABLE_KEY'] ?? ''),
    ...FORMS.map((name) => formUrlError(name, env)),
    siteError(env, site),
    previewError(env),
  ].filter((error) => error !== undefined)
}

/** A backend without https runs on this machine: the site is a test, not for customers. */
export function isForPublishing(env: Env): boolean {
  return /^https:/i.test(env['PUBLIC_SUPABASE_URL'] ?? '')
}

/** RFC 2606 reserves .example, so that no real site has it. */
function isSample(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith('.example')
}

function missingSentence(names: string[]): string {
  return (
    `The shop does not know its backend: set ${names.join(' and ')} (the project's API settings ` +
    'in Supabase, or the environment variables on Netlify), or run "npm run build:local" for the local one.'
  )
}

function backendUrlError(value: string): string | undefined {
  if (value === '/') return
  const example = 'write it as https://your-project.supabase.co.'
  if (!isSecure(value)) return `PUBLIC_SUPABASE_URL does not begin with https://: ${example}`
  if (/^https?:\/\/[a-z0-9.-]+(:\d+)?\/?$/i.test(value)) return
  return `PUBLIC_SUPABASE_URL has something after the host name: ${example}`
}

function keyError(key: string): string | undefined {
  if (key.startsWith('sb_publishable_') || jwtRole(key) === 'anon') return
  const remedy = 'write the publishable key from the API keys page of the Supabase project.'
  if (key.startsWith('sb_secret_') || jwtRole(key) !== undefined) {
    return `PUBLIC_SUPABASE_PUBLISHABLE_KEY is a secret key, which everybody could read in the published site: ${remedy}`
  }
  return `PUBLIC_SUPABASE_PUBLISHABLE_KEY is no publishable key (sb_publishable_…), nor a legacy anon key: ${remedy}`
}

/** The role claim of a JWT; empty where a JWT has none, undefined for anything else. */
function jwtRole(key: string): string | undefined {
  const [, payload, signature] = key.split('.')
  if (!payload || !signature) return
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return String((claims as { role?: unknown } | null)?.role ?? '')
  } catch {
    return
  }
}

function formUrlError(name: string, env: Env): string | undefined {
  const value = env[name]
  if (!value) return
  if (isSecure(value)) return noFormError(name, new URL(value))
  const isPath = /^\/(?!\/)/.test(value)
  if (isPath && !isForPublishing(env)) return
  return `${name} does not begin with https://: write the form's whole URL, as https://formspree.io/f/your-form, or leave it empty.`
}

/** An example, a page about a form, and a form that takes no posts of another site. */
function noFormError(name: string, { hostname, pathname, href }: URL): string | undefined {
  const isOfFormspree = hostname === 'formspree.io'
  const isForm = /^\/f\/[a-z0-9]+$/i.test(pathname)
  if (!(isOfFormspree ? !isForm : /(^|\.)google\.com$|^forms\.gle$/.test(hostname))) return
  return `${name} is ${href}, to which no order can be posted: write the URL that the form service shows as the form's endpoint, such as https://formspree.io/f/ and eight letters.`
}

/** https, or http on this machine, and without white space, which `new URL` would remove. */
function isSecure(value: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}

function siteError(env: Env, site: string): string | undefined {
  if (!isForPublishing(env) || !isSample(site)) return
  return `The site would be published as ${site}, which is a sample: write its own URL as "site" in src/config/settings.ts (Netlify's URL variable is used where it is set).`
}

/**
 * A preview with the live variables would place real orders. One with a project of its own names it twice, so
 * that a live URL which applies to previews as well still stops the build.
 */
function previewError(env: Env): string | undefined {
  const context = env['CONTEXT'] ?? ''
  const url = env['PUBLIC_SUPABASE_URL']
  if (!PREVIEW_CONTEXTS.includes(context) || !isForPublishing(env)) return
  if (url === env['PREVIEW_SUPABASE_URL']) return
  return (
    `This is a preview (CONTEXT is ${context}), and whoever opens it would place real orders in the project of ` +
    'PUBLIC_SUPABASE_URL: on Netlify, give PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_PUBLISHABLE_KEY a value for the ' +
    'Production context only. For a preview with a Supabase project of its own, set PREVIEW_SUPABASE_URL to the ' +
    'URL of that project, as PUBLIC_SUPABASE_URL of the preview is.'
  )
}
