import type { APIRoute } from 'astro'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { manifestResponse } from '#seo/manifest.ts'

/** The admin on the home screen of a phone, where an iPhone shows notices. */
export const GET: APIRoute = () =>
  manifestResponse({
    name: `${settings.name} admin`,
    short_name: `${settings.name} admin`,
    description: 'The admin of the shop.',
    id: paths.admin,
    start_url: paths.adminOrders,
    scope: paths.admin,
    display: 'standalone',
  })
