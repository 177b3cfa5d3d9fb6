import type { APIRoute } from 'astro'
import { LANGUAGE } from '#config/locale.ts'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { THEME_COLORS } from '#seo/page-metadata.ts'

/** The web app manifest, for the home screen of a phone. */
const manifest = {
  name: `${settings.name} herbal hair oil`,
  short_name: settings.name,
  description: `One herbal hair oil of seven plants, made slowly in ${settings.city}.`,
  lang: LANGUAGE,
  id: paths.home,
  start_url: paths.home,
  scope: paths.home,
  display: 'minimal-ui',
  background_color: THEME_COLORS.light,
  theme_color: THEME_COLORS.light,
  icons: [192, 512].flatMap((size) => [
    { src: `/icons/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' },
    {
      src: `/icons/maskable-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'maskable',
    },
  ]),
}

export const GET: APIRoute = () =>
  new Response(JSON.stringify(manifest, null, 2), {
    headers: { 'content-type': 'application/manifest+json' },
  })
