// @ts-check
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

export default defineConfig({
  srcDir: '.',
  integrations: [react()],
  build: { format: 'file', inlineStylesheets: 'always' },
})
