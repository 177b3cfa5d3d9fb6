import { expect, test } from 'vitest'
import { priceList, sellingPrice } from '#features/catalogue/price-list.ts'
import { paths } from '#paths.ts'
import { formatMoney } from '#shared/money.ts'
import { pricesSql } from '#tools/prices/migration.ts'
import { openDatabase } from '../support/database.ts'

const { sql, runScript } = openDatabase()

const SOLD = `
  select product_id, size, name, image, unit_price::text as price
  from private.catalogue_sizes where active order by product_id, size
`

test('the migrations in order sell exactly what the price list has', async () => {
  const listed = priceList.flatMap(({ id, name, sizes }) =>
    sizes.map((size) => ({
      product_id: id,
      size: size.label,
      name,
      image: paths.thumbnail(id),
      price: formatMoney(sellingPrice(size)),
    })),
  )
  const sold = await sql<(typeof listed)[number]>(SOLD)
  const byKey = (a: { product_id: string; size: string }, b: typeof a) =>
    `${a.product_id} ${a.size}` < `${b.product_id} ${b.size}` ? -1 : 1
  expect(sold.sort(byKey)).toEqual(listed.sort(byKey))
})

test('a price migration adds, changes, takes out of sale and puts back into sale', async () => {
  const oil = { id: 'oil', name: "Dadi's oil", label: '100ml', price: 799.5 }
  const soap = { id: 'soap', name: 'Soap', label: '1', price: 100 }
  const image = (id: string) => paths.thumbnail(id)
  const row = (size: typeof oil, price: string) => ({
    product_id: size.id,
    size: size.label,
    name: size.name,
    image: image(size.id),
    price,
  })

  await runScript(pricesSql([oil, soap]))
  expect(await sql(SOLD)).toEqual([row(oil, '799.50'), row(soap, '100.00')])

  await runScript(pricesSql([{ ...oil, price: 900 }]))
  expect(await sql(SOLD)).toEqual([row(oil, '900.00')])

  await runScript(pricesSql([]))
  expect(await sql(SOLD)).toEqual([])

  await runScript(pricesSql([oil, soap]))
  expect(await sql(SOLD)).toEqual([row(oil, '799.50'), row(soap, '100.00')])
})
