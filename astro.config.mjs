// @ts-check
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, envField } from 'astro/config'
import { settings } from './src/features/settings/settings.ts'
import { localStore } from './src/integrations/dev-server.ts'
import { hostSettings } from './src/integrations/host-settings.ts'

export default defineConfig({
  site: settings.site,
  output: 'static',
  // Addresses without a final slash: /products is products.html, with no redirect in between.
  build: { format: 'file', inlineStylesheets: 'always' },
  trailingSlash: 'ignore',
  // Biome breaks lines between inline elements; the default 'jsx' would then eat the spaces.
  compressHTML: true,
  // npm ci empties node_modules, where the picture cache would be by default.
  cacheDir: './.cache/astro',
  integrations: [react(), hostSettings(), localStore()],
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
  image: {
    service: {
      entrypoint: 'astro/assets/services/sharp',
      // Effort 2 makes AVIF five times faster than the default for a fifth more bytes.
      config: { avif: { effort: 2 } },
    },
  },
  vite: { plugins: [tailwindcss()] },
})
