import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateFiles } from '../../scripts/generate/generated-files.ts'
import { openDatabase } from '../support/database.ts'

const { asOwner } = openDatabase()

test('the seed and the row types are what npm run generate would write', async () => {
  for (const { path, content } of await generateFiles()) {
    const file = new URL(`../../${path}`, import.meta.url)
    expect(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'), path).toBe(content)
  }
})

test('the seed corrects prices, and takes what is no longer listed out of sale', async () => {
  const fresh = await asOwner('select * from private.catalogue_sizes order by product_id')
  await asOwner("update private.catalogue_sizes set unit_price = 1, name = 'Old', active = false")
  await asOwner("insert into private.catalogue_sizes values ('old', '1', 'Old', '/old.webp', 5)")

  const seed = readFileSync(new URL('../../supabase/seed.sql', import.meta.url), 'utf8')
  for (const statement of seed.split(/;\n/)) await asOwner(statement)

  const listed = 'select * from private.catalogue_sizes where active order by product_id'
  expect(await asOwner(listed)).toEqual(fresh)
  expect(await asOwner("select active from private.catalogue_sizes where size = '1'")).toEqual([
    { active: false },
  ])
})
