/* What a build is configured with: which backend, and where the site is published. checks/environment.ts checks it. */
export type Env = Record<string, string | undefined>

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

/** A backend without https runs on this machine: the site is a test, not for customers. */
export function isForPublishing(env: Env): boolean {
  return /^https:/i.test(env['PUBLIC_SUPABASE_URL'] ?? '')
}

/** RFC 2606 reserves .example, so that no real site has it. */
export function isSample(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith('.example')
}
