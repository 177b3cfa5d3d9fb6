import type { APIRoute } from 'astro'
import { priceList, sellingPrice } from '#features/catalogue/price-list.ts'
import { fromMinor } from '#shared/money.ts'

/** The prices this site was built with, for `npm run check:hosted` to compare with the database's. */
export const GET: APIRoute = () =>
  Response.json(
    priceList.flatMap(({ id, name, sizes }) =>
      sizes.map((size) => ({ id, name, size: size.label, price: fromMinor(sellingPrice(size)) })),
    ),
  )
