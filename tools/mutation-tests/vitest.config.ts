/* The tests of guards load no page, so they start without Astro: sooner by seconds, a hundred times. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 120_000,
    // A tired machine proves nothing about a guard.
    hookTimeout: 300_000,
  },
})
