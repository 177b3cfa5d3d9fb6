/*
 * The Edge Function that pg_cron calls each minute (docs/publishing.md). The host gives it the URL and the keys of its
 * project. OUTBOX_SECRET proves that the project's own database calls, SITE_URL is the shop's address, and
 * BUILD_HOOK_URL, which may be absent, starts a build of the site.
 */
import { type Claim, drain, type Outbox } from './drain.ts'
import { keyHeaders, serviceKeys } from './keys.ts'
import type { VapidKeys } from './send.ts'

/** The part of Deno's globals that is used. */
declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(respond: (request: Request) => Promise<Response>): void
}

const secret = required('OUTBOX_SECRET')
const contact = required('SITE_URL')
const buildHook = Deno.env.get('BUILD_HOOK_URL')
const rpc = `${required('SUPABASE_URL')}/rest/v1/rpc`
const keys = serviceKeys(
  Deno.env.get('SUPABASE_SECRET_KEYS'),
  Deno.env.get('SUPABASE_SERVICE_ROLE_KEY'),
)

const outbox: Outbox = {
  claim: (p) => call<Claim>('claim_notices', { p }),
  report: (p) => call<VapidKeys>('report_notices', { p }),
}

Deno.serve(async (request) => {
  const given = request.headers.get('x-outbox-secret') ?? ''
  // Hashes take the same time to compare, wherever they differ.
  if ((await hash(given)) !== (await hash(secret))) return new Response(null, { status: 403 })
  try {
    return Response.json({ sent: await drain(outbox, { contact, buildHook }) })
  } catch (error) {
    // pg_net saves the response, from which the dashboard has the reason.
    return new Response((error as Error).message, { status: 502 })
  }
})

async function call<Result>(name: string, body: object): Promise<Result> {
  let refusal = 'The project has no secret key'
  for (const key of keys) {
    const response = await fetch(`${rpc}/${name}`, {
      method: 'POST',
      headers: { ...keyHeaders(key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return response.json()
    refusal = `${response.status} ${await response.text()}`
    // Another key may be accepted.
    if (response.status !== 401) break
  }
  throw new Error(`The database refused ${name}: ${refusal}`)
}

async function hash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return String.fromCharCode(...new Uint8Array(bytes))
}

function required(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`The secret ${name} is missing: docs/publishing.md`)
  return value
}
