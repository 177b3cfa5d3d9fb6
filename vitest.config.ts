/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config'
import type { ConfigEnv } from 'vite'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What leaves nothing behind: no process, no global. Its files share their modules. */
const UNIT = [
  'src/**/*.test.{ts,tsx}',
  'tests/{database,parity,site}/**/*.test.ts',
  'tools/{build,migrations,prices}/**/*.test.ts',
]

/** Run on a database without the desk alone: the desk has no slot and no trigger in what they test, and they take long. */
const ONLY_WITHOUT_DESK = [
  'tests/database/shop/{address,limits,order-rows,prices,refusals}.test.ts',
  'tests/database/admin/{admin-lists,admin-reading,search-by-sound,totals}.test.ts',
]

/** The others of these run on both databases. */
const WITHOUT_DESK = [
  'tests/database/shop/**/*.test.ts',
  'tests/database/admin/**/*.test.ts',
  ...ONLY_WITHOUT_DESK,
]

/** What tests the local backend, the build and other tools as programs: `npm run test:local`. */
const LOCAL = [
  'tests/{commands,local-backend,hosted,fault-injection}/**/*.test.ts',
  'tools/backup/**/*.test.ts',
]

/** Vitest starts with the largest files. The longest one is small: one core would wait for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('/api-security.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

const config = getViteConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT,
          exclude: ONLY_WITHOUT_DESK,
          setupFiles: 'tests/support/clean-globals.ts',
          // Two thirds of the processor time or less: Postgres is compiled once, and modules are loaded once.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'without-desk',
          include: WITHOUT_DESK,
          globalSetup: 'tests/support/server-without-desk.ts',
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/{api-security,concurrency}/**/*.test.ts'],
          // The files of a worker share a PostgREST.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'local',
          include: LOCAL,
          // Node compiles no TypeScript of a package.
          server: { deps: { inline: ['@cloudflare/pages-shared'] } },
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    environment: 'node',
    globalSetup: 'tests/support/test-server.ts',
    // One less than there are cores, as it comes, would be one alone on a small machine.
    maxWorkers: '100%',
    // These only end what hangs: on a machine that is busy with other work everything takes longer.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
})

/** In the mode of the local build: .env.embedded has the URL of its backend. */
export default ({ command }: ConfigEnv) => config({ mode: 'embedded', command })
