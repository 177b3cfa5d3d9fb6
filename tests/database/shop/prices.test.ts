import { expect, test } from 'vitest'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'
import { anItem, anOrderRequest } from '#tests/support/order-factories.ts'
import { pricesSql } from '#tools/prices/migration.ts'
import { openDatabase } from '../../support/database.ts'

const { sql, place, runScript } = openDatabase()

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

test('A50 a size that is no longer sold is unknown, and has no price beside those that are sold', async () => {
  const [gone, sold] = [anItem(), anItem(1)]
  await sql('update private.catalogue_sizes set active = false where product_id = $1', [gone.id])
  const items = [gone, sold]
  const { body } = await place(anOrderRequest({ items, total: gone.price + sold.price }))
  expect(body).toEqual({
    ok: false,
    code: 'item_unknown',
    field: gone.id,
    items: [
      { id: gone.id, size: gone.size },
      { id: sold.id, size: sold.size, price: sold.price },
    ],
    total: sold.price,
  })
})
