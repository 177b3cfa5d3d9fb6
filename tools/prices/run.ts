/*
 * `npm run prices`: writes a migration where src/content/price-list.json has changed. With --push also
 * builds the site with these prices, and then applies the pending migrations to the hosted project.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PRICE_LIST_FILE } from '#content-loader/price-problems.ts'
import { pushToProject } from '../migrations/push.ts'
import { UserError } from '../user-error.ts'
import { writePrices } from './migration.ts'
import { readPriceList } from './price-list.ts'
import { testBuild } from './test-build.ts'

const root = new URL('../../', import.meta.url)
const folder = fileURLToPath(new URL('supabase/migrations', root))
const options = { push: { type: 'boolean' } } as const

try {
  const { push } = parseArgs({ options }).values
  const sizes = readPriceList(new URL(PRICE_LIST_FILE, root))
  await write(writePrices(folder, sizes, new Date()), push === true)
} catch (error) {
  if (!(error instanceof UserError || isUnknownOption(error))) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}

function isUnknownOption(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}

async function write(written: string | undefined, push: boolean): Promise<void> {
  console.log(
    written
      ? `Wrote supabase/migrations/${written}.`
      : 'The newest price migration already sets these prices.',
  )
  if (!push) {
    if (written) console.log('For a hosted project: npm run prices -- --push, then publish.')
    return
  }
  console.log('Building the site with these prices. This may take a minute.')
  testBuild()
  await pushToProject()
  console.log('The hosted database has these prices. Now publish the site.')
}
