/* /.well-known/security.txt (RFC 9116). Absent while the settings have no email. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { settings } from '#config/settings.ts'
import { securityText } from '#seo/security-text.ts'

export const getStaticPaths = (() =>
  settings.email ? [{ params: { security: 'security' } }] : []) satisfies GetStaticPaths

export const GET: APIRoute = () =>
  new Response(securityText(settings.email, new Date()), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
