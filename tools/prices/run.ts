/*
 * `npm run prices`: writes a migration where src/content/price-list.json has changed, and asks before a price
 * changes by more than half (not with --yes). With --push also builds the site with these prices, and then applies
 * the pending migrations to the hosted project.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PRICE_LIST_FILE } from '#content-loader/price-problems.ts'
import { type Problem, sentenceOf } from '#content-loader/problem.ts'
import { pushToProject } from '../migrations/push.ts'
import { UserError } from '../user-error.ts'
import { changeLine, confirmLarge, isLarge, priceChanges } from './changes.ts'
import { dearerSizes, removedSizes } from './list-problems.ts'
import { stalePrices, writePrices } from './migration.ts'
import { parsedPrices, soldSizes } from './price-list.ts'
import { testBuild } from './test-build.ts'

const root = new URL('../../', import.meta.url)
const folder = fileURLToPath(new URL('supabase/migrations', root))
const options = { push: { type: 'boolean' }, yes: { type: 'boolean' } } as const

try {
  const { push, yes } = parseArgs({ options }).values
  const prices = parsedPrices(readFileSync(new URL(PRICE_LIST_FILE, root), 'utf8'))
  stopAt(removedSizes(folder, prices))
  const sizes = soldSizes(prices)
  if (stalePrices(folder, sizes)) {
    const changes = priceChanges(folder, sizes)
    for (const change of changes) console.log(changeLine(change))
    if (!yes) await confirmLarge(changes.filter(isLarge))
  }
  stopAt(dearerSizes(prices))
  await write(writePrices(folder, sizes, new Date()), push === true)
} catch (error) {
  if (!(error instanceof UserError || isUnknownOption(error))) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}

function stopAt(problems: Problem[]): void {
  if (problems.length > 0) throw new UserError(problems.map(sentenceOf).join('\n'))
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
  await pushToProject(process.env, () => {
    console.log('Building the site with these prices. This may take a minute.')
    testBuild()
  })
  console.log('The hosted database has these prices. Now publish the site.')
}
