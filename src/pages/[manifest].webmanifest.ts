/* /manifest.webmanifest and /admin.webmanifest: the shop, and its admin, on the home screen of a phone. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { settings } from '#config/settings.ts'
import { LANGUAGE } from '#kit/locale.ts'
import { paths } from '#paths.ts'
import { THEME_COLORS } from '#seo/page-metadata.ts'

const shop = {
  name: `${settings.name} herbal hair oil`,
  short_name: settings.name,
  description: `One herbal hair oil of seven plants, made slowly in ${settings.city}.`,
  id: paths.home,
  start_url: paths.home,
  scope: paths.home,
  display: 'minimal-ui',
}

/** An iPhone shows notices only from there. */
const admin = {
  name: `${settings.name} admin`,
  short_name: `${settings.name} admin`,
  description: 'The admin of the shop.',
  id: paths.admin,
  start_url: paths.adminOrders,
  scope: paths.admin,
  display: 'standalone',
}

export const getStaticPaths = (() => [
  { params: { manifest: 'manifest' }, props: shop },
  { params: { manifest: 'admin' }, props: admin },
]) satisfies GetStaticPaths

export const GET: APIRoute<typeof shop> = ({ props }) => {
  const manifest = {
    ...props,
    lang: LANGUAGE,
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    icons: [192, 512].flatMap((size) => {
      const icon = { sizes: `${size}x${size}`, type: 'image/png' }
      return [
        { ...icon, src: `/icons/icon-${size}.png` },
        { ...icon, src: `/icons/maskable-${size}.png`, purpose: 'maskable' },
      ]
    }),
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  })
}
