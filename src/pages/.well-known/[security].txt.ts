/* /.well-known/security.txt (RFC 9116). Absent while the settings have no email. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { settings } from '#config/settings.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { absolute } from '#seo/page-metadata.ts'

/** From the build on. RFC 9116 recommends less than a year. */
const VALID_DAYS = 360

export const getStaticPaths = (() =>
  settings.email ? [{ params: { security: 'security' } }] : []) satisfies GetStaticPaths

export const GET: APIRoute = () => {
  const expires = new Date(Date.now() + VALID_DAYS * DAY_MS)
  const text = `Contact: mailto:${settings.email}
Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}
Preferred-Languages: en, ur
Canonical: ${absolute('/.well-known/security.txt')}
`
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
