import type { APIRoute } from 'astro'
import { fromMinor } from '#kit/money.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'

/** The prices of this build, which `npm run check:hosted` compares with those of the database. */
export const GET: APIRoute = () =>
  Response.json(
    priceList.flatMap(({ id, name, sizes }) =>
      sizes.map((size) => ({ id, name, size: size.label, price: fromMinor(sellingPrice(size)) })),
    ),
  )
