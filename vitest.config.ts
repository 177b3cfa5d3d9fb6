/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config'
import type { ConfigEnv } from 'vite'

const config = getViteConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'tests/{parity,database,hosted,local-backend,contract,fault-injection,concurrency,site,api-security}/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    environment: 'node',
    // One less than there are cores, as it comes, would be one alone on a small machine.
    maxWorkers: '100%',
    // These only end what hangs: on a machine that is busy with other work everything takes longer.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
})

/** In the mode that the site is built in for this machine: .env.embedded says where its store is. */
export default ({ command }: ConfigEnv) => config({ mode: 'embedded', command })
