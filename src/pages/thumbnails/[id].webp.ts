/*
 * A product's small picture under an address that stays the same for years: orders keep it, and so
 * it can carry no hash of a build.
 */
import { readFile } from 'node:fs/promises'
import type { APIRoute, GetStaticPaths } from 'astro'
import sharp from 'sharp'
import { allProducts } from '#features/catalogue/catalogue.ts'
import { firstImage } from '#features/catalogue/product.ts'

export const getStaticPaths = (async () => {
  const products = await allProducts()
  return products.map((product) => ({
    params: { id: product.id },
    props: { file: originalOf(firstImage(product).file) },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ file: string }> = async ({ props }) => {
  const picture = await sharp(await readFile(props.file))
    .resize({ width: 200, height: 250, fit: 'cover' })
    .webp({ quality: 80 })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/webp' } })
}

/** Astro keeps the place of the original on the object, but not in its type. */
function originalOf(image: ImageMetadata): string {
  const { fsPath } = image as ImageMetadata & { fsPath?: unknown }
  if (typeof fsPath === 'string') return fsPath
  throw new Error(`Astro no longer says which file ${image.src} was made from`)
}
