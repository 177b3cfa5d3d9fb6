/* /.well-known/security.txt (RFC 9116). Absent while the settings have no email. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { securityText } from '#features/content/metadata/security-text.ts'
import { settings } from '#features/settings/settings.ts'

export const getStaticPaths = (() =>
  settings.email ? [{ params: { security: 'security' } }] : []) satisfies GetStaticPaths

export const GET: APIRoute = () =>
  new Response(securityText(settings.email, new Date()), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
