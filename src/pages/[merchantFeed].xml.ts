/*
 * /products.xml: the products for Google Merchant Center and Meta. Absent while the settings name a
 * currency that neither accepts for Pakistan.
 */
import { getImage } from 'astro:assets'
import rss from '@astrojs/rss'
import type { APIRoute, GetStaticPaths } from 'astro'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { firstImage } from '#product/product.ts'
import { hasMerchantFeed, merchantItems } from '#seo/merchant-feed.ts'
import { absolute } from '#seo/page-metadata.ts'
import { productsOnSale } from '#shop/catalogue/catalogue.ts'
import { fetchPauses } from '#shop/pauses/pauses.api.ts'

export const getStaticPaths = (() =>
  hasMerchantFeed(settings.currency)
    ? [{ params: { merchantFeed: 'products' } }]
    : []) satisfies GetStaticPaths

export const GET: APIRoute = async () => {
  const products = await productsOnSale()
  // Of the moment of the build. Without a backend nothing is paused.
  const pauses = (await fetchPauses()) ?? []
  const items = await Promise.all(
    products.map(async (product) => {
      // Meta does not accept WebP.
      const picture = await getImage({ src: firstImage(product).file, width: 1200, format: 'jpg' })
      return merchantItems(product, picture.src, pauses)
    }),
  )
  return rss({
    title: `${settings.name}: products`,
    description: 'What is sold and for how much.',
    site: absolute(paths.products),
    items: items.flat(),
    trailingSlash: false,
    xmlns: { g: 'http://base.google.com/ns/1.0' },
  })
}
