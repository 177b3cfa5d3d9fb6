import { type FieldProblem, inFile } from '#content-loader/problem.ts'
import { countEdits } from '#kit/count-edits.ts'
import { type Env, isForPublishing, isSample } from '../build-settings.ts'
import type { Check } from './project.ts'

const REQUIRED = ['PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_PUBLISHABLE_KEY']
const FORMS = ['PUBLIC_ORDER_FORM_URL', 'PUBLIC_CONTACT_FORM_URL']
/** Values of Netlify's CONTEXT variable. */
const PREVIEW_CONTEXTS = ['deploy-preview', 'branch-deploy']

/** The variables of the build, and those that look like one of them. Quotes no key. */
export const environment: Check = ({ env, site, variables }) => {
  const missing = REQUIRED.filter((name) => !env[name])
  const ofBackend =
    missing.length > 0
      ? [missingProblem(missing)]
      : [
          backendUrlProblem(env['PUBLIC_SUPABASE_URL'] ?? ''),
          keyProblem(env['PUBLIC_SUPABASE_PUBLISHABLE_KEY'] ?? ''),
          ...FORMS.map((name) => formUrlProblem(name, env)),
          siteProblem(env, site),
          previewProblem(env),
          hostProblem(env),
        ]
  const problems = [
    ...ofBackend,
    serviceWorkerProblem(env['SERVICE_WORKER']),
    ...Object.keys(env).map((name) => secretProblem(name, env[name])),
    ...Object.keys(env).map((name) => misspeltProblem(name, env, variables)),
  ]
  return inFile(
    'The environment',
    problems.filter((problem) => problem !== undefined),
  )
}

function missingProblem(names: string[]): FieldProblem {
  return {
    what: 'The shop does not know its backend',
    write: `Set ${names.join(' and ')} (the project's API settings in Supabase, or the environment variables on Netlify), or run "npm run build:local" for the local one`,
  }
}

function backendUrlProblem(value: string): FieldProblem | undefined {
  if (value === '/') return
  const write = 'Write it as https:// and the name of the project before .supabase.co'
  if (!isSecure(value)) return { what: 'PUBLIC_SUPABASE_URL does not begin with https://', write }
  if (!/^https?:\/\/[a-z0-9.-]+(:\d+)?\/?$/i.test(value)) {
    return { what: 'PUBLIC_SUPABASE_URL has something after the host name', write }
  }
  if (!/^https:\/\/(your-project|db\.[^.]+)\.supabase\.co\b/i.test(value)) return
  return { what: `PUBLIC_SUPABASE_URL is ${value}, which is not the API of a project`, write }
}

const WRITE_KEY = 'Write the publishable key from the API keys page of the Supabase project'

function keyProblem(key: string): FieldProblem | undefined {
  if (/^sb_publishable_[\w-]+$/.test(key) || jwtRole(key) === 'anon' || isSecret(key)) return
  return {
    what: 'PUBLIC_SUPABASE_PUBLISHABLE_KEY is no publishable key (sb_publishable_…), nor a legacy anon key',
    write: WRITE_KEY,
  }
}

function secretProblem(name: string, value = ''): FieldProblem | undefined {
  const isOurs = REQUIRED.includes(name)
  if (!name.startsWith('PUBLIC_') || !(isOurs ? isSecret(value) : isOfServer(value))) return
  const what = `${name} is a secret key, which everybody could read in the published site`
  return { what, write: isOurs ? WRITE_KEY : 'Remove it' }
}

function isOfServer(key: string): boolean {
  return key.startsWith('sb_secret_') || jwtRole(key) === 'service_role'
}

/** Any token but an anon key, such as that of a session. */
function isSecret(key: string): boolean {
  return isOfServer(key) || ![undefined, 'anon'].includes(jwtRole(key))
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

function formUrlProblem(name: string, env: Env): FieldProblem | undefined {
  const value = env[name]
  if (!value) return
  if (isSecure(value)) return noFormProblem(name, new URL(value))
  const isPath = /^\/(?!\/)/.test(value)
  if (isPath && !isForPublishing(env)) return
  return {
    what: `${name} does not begin with https://`,
    write:
      "Write the form's whole URL, as https://formspree.io/f/ and eight letters, or leave it empty",
  }
}

/** An example, a page about a form, and a form that takes no posts of another site. */
function noFormProblem(name: string, { hostname, pathname, href }: URL): FieldProblem | undefined {
  const isOfFormspree = hostname === 'formspree.io'
  const isForm = /^\/f\/[a-z0-9]+$/i.test(pathname)
  if (!(isOfFormspree ? !isForm : /(^|\.)google\.com$|^forms\.gle$/.test(hostname))) return
  return {
    what: `${name} is ${href}, to which no order can be posted`,
    write:
      "Write the URL that the form service shows as the form's endpoint, such as https://formspree.io/f/ and eight letters",
  }
}

/** https, or http on this machine, and without white space, which `new URL` would remove. */
function isSecure(value: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}

function siteProblem(env: Env, site: string): FieldProblem | undefined {
  if (!isForPublishing(env) || !isSample(site)) return
  return {
    what: `The site would be published as ${site}, which is a sample`,
    write:
      'Write its own URL as "site" in src/config/settings.ts (Netlify\'s URL variable is used where it is set)',
  }
}

/**
 * A preview with the live variables would place real orders. One with a project of its own names it twice, so
 * that a live URL which applies to previews as well still stops the build.
 */
function previewProblem(env: Env): FieldProblem | undefined {
  const preview = previewOf(env)
  const url = env['PUBLIC_SUPABASE_URL']
  if (!preview || !isForPublishing(env)) return
  if (url === env['PREVIEW_SUPABASE_URL']) return
  return {
    what: `This is a preview (${preview}), and whoever opens it would place real orders in the project of PUBLIC_SUPABASE_URL`,
    write:
      'On the host, give PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_PUBLISHABLE_KEY a value for ' +
      'Production only. For a preview with a Supabase project of its own, set PREVIEW_SUPABASE_URL to the ' +
      'URL of that project, as PUBLIC_SUPABASE_URL of the preview is',
  }
}

/** What Netlify or Cloudflare Pages says of a preview. */
function previewOf(env: Env): string | undefined {
  const { CONTEXT: context = '', CF_PAGES: isPages, CF_PAGES_BRANCH: branch = '' } = env
  if (PREVIEW_CONTEXTS.includes(context)) return `CONTEXT is ${context}`
  return isPages && branch !== 'main' ? `CF_PAGES_BRANCH is ${branch}` : undefined
}

/** `astro build --mode embedded` as the command of a host: no order would reach anyone. */
function hostProblem(env: Env): FieldProblem | undefined {
  if (env['CONTEXT'] !== 'production' || isForPublishing(env)) return
  return {
    what: 'The site would be published with the local backend, which no customer reaches',
    write: 'Write command = "npm run build" in netlify.toml, and set PUBLIC_SUPABASE_URL',
  }
}

function serviceWorkerProblem(value = ''): FieldProblem | undefined {
  if (value === '' || value === 'off') return
  const write = 'Write off, which removes the service worker from all devices, or leave it out'
  return { what: `SERVICE_WORKER is ${value}`, write }
}

/** A variable with nearly the name of one of ours. Any other may be another program's. */
function misspeltProblem(name: string, env: Env, variables: string[]): FieldProblem | undefined {
  const known = [...variables, 'SERVICE_WORKER', 'PREVIEW_SUPABASE_URL']
  if (known.includes(name)) return
  const meant = known.find(
    (one) =>
      countEdits(name, one) <= 2 || (!env[one] && withoutPrefix(name) === withoutPrefix(one)),
  )
  return meant ? { what: `${name} is not read`, write: `Name it ${meant}` } : undefined
}

/** Small letters, and what other frameworks write before public variables. */
function withoutPrefix(name: string): string {
  return name.toUpperCase().replace(/^((NEXT_)?PUBLIC|VITE|REACT_APP)_/, '')
}
