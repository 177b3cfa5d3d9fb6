/* No test of the list loads a page. Without Astro each run starts seconds sooner. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,tests}/**/*.test.ts'],
    globalSetup: 'tests/support/test-server.ts',
    testTimeout: 120_000,
    // A timeout on a busy machine must not count as a noticed mutation.
    hookTimeout: 300_000,
  },
})
