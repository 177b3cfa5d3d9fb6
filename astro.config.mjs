// @ts-check
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, envField, fontProviders } from 'astro/config'
import { siteUrl } from './tools/build/build-settings.ts'
import { checks } from './tools/build/checks/checks.ts'
import { validSettings } from './tools/build/checks/settings.ts'
import { clientLoaded } from './tools/build/client-loaded.ts'
import { contentPolicy } from './tools/build/content-policy/content-policy.ts'
import { scriptTargets } from './tools/build/oldest-browsers.ts'
import { outputSwap } from './tools/build/output-swap.ts'
import { packageLicenses } from './tools/build/package-licenses.ts'
import { readFormerKeyName } from './tools/build/public-settings.ts'
import { scriptGroups } from './tools/build/script-groups.ts'
import { serviceWorker } from './tools/build/service-worker.ts'
import { shopSitemap } from './tools/build/sitemap.ts'
import { hostedPrices } from './tools/prices/hosted-prices.ts'
import { localBackend } from './tools/site-server/dev-server.ts'

readFormerKeyName()

export default defineConfig({
  site: siteUrl(validSettings().site, process.env),
  output: 'static',
  // Addresses without a final slash: /products is products.html, with no redirect in between.
  build: { format: 'file', inlineStylesheets: 'always' },
  trailingSlash: 'ignore',
  // Biome breaks lines between inline elements; the default 'jsx' would then eat the spaces.
  compressHTML: true,
  // npm ci empties node_modules. Netlify runs npm install, and caches that folder only between builds.
  cacheDir: process.env['NETLIFY'] ? './node_modules/.astro' : './.cache/astro',
  // contentPolicy reads the pages as the others leave them, checks the whole site; outputSwap publishes the result.
  integrations: [
    react(),
    clientLoaded(),
    hostedPrices(),
    packageLicenses(),
    shopSitemap(),
    localBackend(),
    serviceWorker(),
    contentPolicy(),
    checks(),
    outputSwap(),
  ],
  env: {
    schema: {
      PUBLIC_SUPABASE_URL: envField.string({ context: 'client', access: 'public' }),
      PUBLIC_SUPABASE_PUBLISHABLE_KEY: envField.string({ context: 'client', access: 'public' }),
      PUBLIC_ORDER_FORM_URL: envField.string({ context: 'client', access: 'public', default: '' }),
      PUBLIC_CONTACT_FORM_URL: envField.string({
        context: 'client',
        access: 'public',
        default: '',
      }),
    },
  },
  // Both files are cut from the whole families by tools/fonts. The last fallback decides which of a
  // device's own faces are stretched to the same widths, so that little moves when ours arrives;
  // optional, since some line always breaks elsewhere: a face that comes late is shown from the next page on
  // (docs/decisions/islands.md).
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Cormorant Garamond',
      cssVariable: '--face-heading',
      fallbacks: ['serif'],
      options: {
        variants: [
          {
            src: ['./src/assets/fonts/cormorant-garamond.woff2'],
            weight: 600,
            style: 'normal',
            display: 'optional',
          },
        ],
      },
    },
    {
      provider: fontProviders.local(),
      name: 'Figtree',
      cssVariable: '--face-body',
      fallbacks: ['system-ui'],
      options: {
        variants: [
          {
            src: ['./src/assets/fonts/figtree.woff2'],
            weight: '400 700',
            style: 'normal',
            display: 'optional',
          },
        ],
      },
    },
  ],
  image: {
    service: {
      entrypoint: './tools/build/image-service.ts',
      // Effort 2 makes AVIF five times faster than the default for a fifth more bytes.
      config: { avif: { effort: 2 } },
    },
  },
  vite: {
    plugins: [tailwindcss()],
    // Scripts are files, cached from page to page. Only what is small and imports nothing is inlined
    // (layouts/missing-scripts.ts).
    build: {
      assetsInlineLimit: 1600,
      modulePreload: { polyfill: false },
      cssTarget: scriptTargets,
    },
    environments: {
      client: {
        build: {
          target: scriptTargets,
          rolldownOptions: { output: { codeSplitting: { groups: scriptGroups } } },
        },
      },
    },
  },
})
