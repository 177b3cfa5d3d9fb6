/* `npm run prices -- --push` in a copy of the project, on a Postgres that is set up as a hosted project. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
import { type HostedProject, openHostedProject } from '#tools/hosted-postgres/hosted-project.ts'
import { runSupabase } from '#tools/supabase-cli.ts'
import { build, change, copyProject, runProgram } from './project-copy.ts'

const PRICES = 'src/content/price-list.json'
const ARTICLE = 'src/content/blog/2.md'

const shop = copyProject()
let project: HostedProject

beforeAll(async () => {
  // Pictures that are encoded already.
  mkdirSync('.cache/astro', { recursive: true })
  mkdirSync(join(shop, '.cache'))
  symlinkSync(resolve('.cache/astro'), join(shop, '.cache/astro'), 'junction')
  project = await openHostedProject()
  const { code, messages } = await runSupabase(['db', 'push'], project.databaseUrl)
  expect(code, messages).toBe(0)
})
afterAll(async () => {
  await project?.close()
  rmSync(shop, { recursive: true, force: true })
})

test('a project that cannot be read is named before the build', async () => {
  const { code, printed } = await push('postgresql://postgres:se/cret@db.example/postgres')
  expect(code).toBe(1)
  expect(printed).toContain('The database URL cannot be read.')
  expect(printed).not.toContain('Building')
})

test('where the site cannot be built, no database is touched', async () => {
  const before = await pricesOfRecord()
  change(shop, PRICES, (text) => text.replace('"discountPrice": 799', '"discountPrice": 849'))
  change(shop, ARTICLE, (text) => `${text}\n[Oil](/product/no-such-oil)\n`)
  const { code, printed } = await push()
  expect(code).toBe(1)
  expect(printed).toContain('links to /product/no-such-oil, and there is no such page')
  expect(printed).toContain('so no database was changed')
  expect(await pricesOfRecord()).toEqual(before)
  cpSync(ARTICLE, join(shop, ARTICLE))
})

test('a new price needs no second file', async () => {
  const { code, printed } = await push()
  expect(printed).toContain('The hosted database has these prices. Now publish the site.')
  expect(code).toBe(0)
  expect(await pricesOfRecord()).toContainEqual({
    key: `${product.id} ${choice(product).size}`,
    price: '849.00',
  })
  expect(existsSync(join(shop, 'dist'))).toBe(false)
})

test('rule 1.26: a product off sale keeps its page and its picture, and is in no list', async () => {
  const { id, name, sizes } = otherProduct
  change(shop, PRICES, (text) => text.replace(`"id": "${id}",`, `"id": "${id}", "onSale": false,`))
  expect((await push()).printed).toContain('The hosted database has these prices.')
  expect(await pricesOfRecord()).not.toContainEqual(
    expect.objectContaining({ key: `${id} ${sizes[0].label}` }),
  )

  const { code, printed } = await build(shop)
  expect(code, printed).toBe(0)
  const page = built(`product/${id}.html`)
  expect(page).toContain(`${name} is not sold now.`)
  expect(page).toContain('https://schema.org/Discontinued')
  expect(page).not.toContain('Add to cart')
  expect(existsSync(join(shop, `dist/thumbnails/${id}.webp`))).toBe(true)
  for (const list of ['products.html', 'index.html', 'prices.json'])
    expect(built(list), list).not.toContain(id)
  expect(built('admin/products.html')).toContain('Off sale')
})

function built(file: string): string {
  return readFileSync(join(shop, 'dist', file), 'utf8')
}

async function pricesOfRecord(): Promise<unknown[]> {
  return project.asPostgres(`
    select product_id || ' ' || size as key, unit_price::text as price
    from private.catalogue_sizes where active order by 1`)
}

function push(SUPABASE_DB_URL = project.databaseUrl) {
  const env = { SUPABASE_DB_URL }
  return runProgram(shop, ['tools/prices/run.ts', '--push'], env)
}
