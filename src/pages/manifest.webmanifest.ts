import type { APIRoute } from 'astro'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { manifestResponse } from '#seo/manifest.ts'

/** The shop on the home screen of a phone. */
export const GET: APIRoute = () =>
  manifestResponse({
    name: `${settings.name} herbal hair oil`,
    short_name: settings.name,
    description: `One herbal hair oil of seven plants, made slowly in ${settings.city}.`,
    id: paths.home,
    start_url: paths.home,
    scope: paths.home,
    display: 'minimal-ui',
  })
