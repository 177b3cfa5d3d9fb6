/*
 * A product's small picture. Its URL is saved in orders for years, so it has no hash of the build.
 */
import type { APIRoute, GetStaticPaths } from 'astro'
import { croppedPicture } from '#kit/cropped-picture.ts'
import { firstImage } from '#product/product.ts'
import { productsWithPage } from '#shop/catalogue/catalogue.ts'

export const getStaticPaths = (async () => {
  const products = await productsWithPage()
  return products.map((product) => ({
    params: { id: product.id },
    props: { image: firstImage(product).file },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ image: ImageMetadata }> = ({ props }) =>
  croppedPicture(props.image, {
    width: 200,
    height: 250,
    format: 'webp',
    options: { quality: 80 },
  })
