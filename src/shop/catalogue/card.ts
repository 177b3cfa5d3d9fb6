import { settings } from '#config/settings.ts'
import { type PictureFiles, pictureFiles } from '#kit/view/picture-files.ts'
import type { Size } from '#product/price-list.ts'
import { firstImage, type Product } from '#product/product.ts'

/** What a product's card shows: plain data, so that an island can get it as well. */
export interface Card {
  id: string
  name: string
  shortDescription: string
  sizes: [Size, ...Size[]]
  /** The fields that are set (docs/product.md, rule 1.6). */
  badges: string[]
  picture: PictureFiles
  alt: string
}

/** Runs in the build only. */
export async function toCard(product: Product): Promise<Card> {
  const { id, name, shortDescription, sizes, bestSeller, newArrival, discountPercentage } = product
  const { file, alt } = firstImage(product)
  const badges = [
    bestSeller && 'Bestseller',
    newArrival && 'New Arrival',
    settings.shows.discounts && discountPercentage && `${discountPercentage}% OFF`,
  ].filter((badge) => typeof badge === 'string')
  const picture = await pictureFiles({ src: file, width: 400, height: 500, widths: [400, 800] })
  return { id, name, shortDescription, sizes, badges, picture, alt }
}
