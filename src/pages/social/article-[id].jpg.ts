/*
 * The sharing card of each article that has none in public/social: its cover, cropped.
 */
import { readFile } from 'node:fs/promises'
import type { APIRoute, GetStaticPaths } from 'astro'
import sharp from 'sharp'
import { allPosts } from '#features/blog/posts.ts'
import { paths } from '#paths.ts'
import { CARD_SIZE, isDrawn, sharingCard } from '#seo/open-graph.ts'
import { originalFile } from '#shared/original-file.ts'

export const getStaticPaths = (async () => {
  const posts = await allPosts()
  return posts
    .filter((post) => !isDrawn(sharingCard(paths.article(post.id))))
    .map((post) => ({ params: { id: String(post.id) }, props: { file: originalFile(post.cover) } }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ file: string }> = async ({ props }) => {
  const card = await sharp(await readFile(props.file))
    .resize({ width: Number(CARD_SIZE.width), height: Number(CARD_SIZE.height), fit: 'cover' })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Response(new Uint8Array(card), { headers: { 'content-type': 'image/jpeg' } })
}
