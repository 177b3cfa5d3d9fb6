/*
 * A product's small picture. Its URL is saved in orders for years, so it has no hash of the build.
 */
import { readFile } from 'node:fs/promises'
import type { APIRoute, GetStaticPaths } from 'astro'
import sharp from 'sharp'
import { allProducts } from '#features/catalogue/catalogue.ts'
import { firstImage } from '#features/catalogue/product.ts'
import { originalFile } from '#shared/original-file.ts'

export const getStaticPaths = (async () => {
  const products = await allProducts()
  return products.map((product) => ({
    params: { id: product.id },
    props: { file: originalFile(firstImage(product).file) },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ file: string }> = async ({ props }) => {
  const picture = await sharp(await readFile(props.file))
    .resize({ width: 200, height: 250, fit: 'cover' })
    .webp({ quality: 80 })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/webp' } })
}
