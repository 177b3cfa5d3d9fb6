// @ts-check
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, envField, fontProviders } from 'astro/config'
import { settings } from './src/config/settings.ts'
import { afterLoad } from './tools/build/after-load/after-load.ts'
import { siteUrl } from './tools/build/build-settings.ts'
import { contentPolicy } from './tools/build/content-policy/content-policy.ts'
import { firstTouch } from './tools/build/first-touch/first-touch.ts'
import { hostSettings } from './tools/build/host-settings.ts'
import { lateScripts } from './tools/build/late-scripts.ts'
import { linkCheck } from './tools/build/link-check.ts'
import { scriptTargets } from './tools/build/oldest-browsers.ts'
import { outputSwap } from './tools/build/output-swap.ts'
import { pageStyles } from './tools/build/page-styles/page-styles.ts'
import { serviceWorker } from './tools/build/service-worker.ts'
import { shopSitemap } from './tools/build/sitemap.ts'
import { priceCheck } from './tools/prices/build-check.ts'
import { localBackend } from './tools/site-server/dev-server.ts'

/** What every customer page runs comes in one file instead of ten. */
const codeSplitting = {
  groups: [
    {
      name: 'shop',
      test: /\/src\/(paths|shared\/(money|device-storage|missing-apis)|ui\/(toast|toaster|on-load|on-first-input)|layouts\/(menu|next-page)|features\/cart\/(cart|cart-badge|stored-cart)|features\/(catalogue\/price-list|offline\/cache-seen-pages))\.ts|price-list\.json/,
    },
    {
      name: 'stores',
      test: /node_modules\/nanostores\/(atom|clean-stores)\//,
    },
    // React's parts are of no use one by one, and smaller compressed together.
    {
      name: 'react',
      test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\//,
    },
    {
      name: 'controls',
      test: /\/src\/ui\/(icons|NumberInput|QuantityStepper)\.tsx$/,
    },
    {
      name: 'attempt',
      test: /\/src\/features\/(checkout\/attempt|orders\/(order-key|order))\.ts$/,
    },
    // What the islands do with the cart.
    {
      name: 'cart',
      test: /\/src\/features\/cart\/(cart\.store|added-toast|cart-in-url|CartProvider|useCart)\.tsx?$/,
    },
  ],
}

/**
 * "Menu.astro_astro_type_script_index_0_lang" is 30 bytes of every page that are nobody's.
 * @param {{ name: string }} chunk
 */
function entryFileNames({ name }) {
  return `_astro/${name.replace(/\.astro_astro_type_script.*/, '')}.[hash].js`
}

export default defineConfig({
  site: siteUrl(settings.site, process.env),
  output: 'static',
  // Addresses without a final slash: /products is products.html, with no redirect in between.
  build: { format: 'file', inlineStylesheets: 'always' },
  trailingSlash: 'ignore',
  // Biome breaks lines between inline elements; the default 'jsx' would then eat the spaces.
  compressHTML: true,
  // npm ci empties node_modules, where the picture cache would be by default.
  cacheDir: './.cache/astro',
  // contentPolicy reads the pages as the others leave them; outputSwap publishes the result.
  integrations: [
    react(),
    hostSettings(),
    priceCheck(),
    linkCheck(),
    shopSitemap(),
    localBackend(),
    lateScripts(),
    firstTouch(),
    afterLoad(),
    pageStyles(),
    serviceWorker(),
    contentPolicy(),
    outputSwap(),
  ],
  env: {
    schema: {
      PUBLIC_SUPABASE_URL: envField.string({ context: 'client', access: 'public' }),
      PUBLIC_SUPABASE_ANON_KEY: envField.string({ context: 'client', access: 'public' }),
      PUBLIC_ORDER_FORM_URL: envField.string({ context: 'client', access: 'public', default: '' }),
      PUBLIC_CONTACT_FORM_URL: envField.string({
        context: 'client',
        access: 'public',
        default: '',
      }),
    },
  },
  // Both files are cut from the whole families by tools/pictures/fonts. The last fallback decides which of a
  // device's own faces are stretched to the same widths, so that little moves when ours arrives;
  // optional, since some line always breaks elsewhere: a face that comes late is shown from the next page on.
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
      entrypoint: 'astro/assets/services/sharp',
      // Effort 2 makes AVIF five times faster than the default for a fifth more bytes.
      config: { avif: { effort: 2 } },
    },
  },
  vite: {
    plugins: [tailwindcss()],
    // Files are kept from page to page, and only what is read at once belongs into the page itself:
    // the shuffle, which must have run before the blog is seen.
    build: { assetsInlineLimit: (file) => file.includes('/PostList.'), modulePreload: false },
    environments: {
      client: {
        build: {
          target: scriptTargets,
          rolldownOptions: { output: { codeSplitting, entryFileNames } },
        },
      },
    },
  },
})
