import { LANGUAGE } from '#config/locale.ts'
import { THEME_COLORS } from './page-metadata.ts'

interface OwnMembers {
  name: string
  short_name: string
  description: string
  id: string
  start_url: string
  scope: string
  display: 'minimal-ui' | 'standalone'
}

/** A web app manifest, for the home screen of a phone. */
export function manifestResponse(own: OwnMembers): Response {
  const manifest = {
    ...own,
    lang: LANGUAGE,
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
  return new Response(JSON.stringify(manifest, null, 2), {
    headers: { 'content-type': 'application/manifest+json' },
  })
}
