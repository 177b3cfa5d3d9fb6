import { PRICE_LIST_FILE } from '#content-loader/price-problems.ts'
import { parseJson } from '#kit/json.ts'
import { type PricedSize, readPriceList } from '../prices/price-list.ts'
import { requestPage } from './project.ts'

/** The prices of the published site, or without one those of the repository. */
export async function shownPrices(site: string | undefined): Promise<PricedSize[]> {
  if (!site) return readPriceList(new URL(`../../${PRICE_LIST_FILE}`, import.meta.url))
  const response = await requestPage(site, '/prices.json')
  const sizes = response.ok ? parseShownPrices(await response.text()) : undefined
  if (sizes) return sizes
  throw new Error(
    `${new URL('/prices.json', site)} does not list the site's prices ` +
      `(status ${response.status}): publish the site again, and check SITE_URL`,
  )
}

/** Undefined where the text is anything but a list of prices with at least one. */
function parseShownPrices(text: string): PricedSize[] | undefined {
  const list = parseJson(text)
  if (!Array.isArray(list)) return undefined
  const sizes = list.flatMap((entry) => {
    const { id, name, size, price } = Object(entry) as Record<string, unknown>
    return typeof id === 'string' &&
      typeof name === 'string' &&
      typeof size === 'string' &&
      typeof price === 'number' &&
      price > 0
      ? [{ id, name, label: size, price }]
      : []
  })
  return sizes.length > 0 && sizes.length === list.length ? sizes : undefined
}
