/*
 * The sharing card of each article that has none in public/social: its cover, cropped.
 */
import type { APIRoute, GetStaticPaths } from 'astro'
import { croppedPicture } from '#kit/cropped-picture.ts'
import { paths } from '#paths.ts'
import { CARD_SIZE, isDrawn, sharingCard } from '#seo/page-metadata.ts'
import { allPosts } from '#shop/blog/posts.ts'

export const getStaticPaths = (async () => {
  const posts = await allPosts()
  return posts
    .filter((post) => !isDrawn(sharingCard(paths.article(post.id))))
    .map(({ id, cover }) => ({ params: { id: String(id) }, props: { cover } }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ cover: ImageMetadata }> = ({ props }) =>
  croppedPicture(props.cover, {
    width: Number(CARD_SIZE.width),
    height: Number(CARD_SIZE.height),
    format: 'jpeg',
    options: { quality: 84, mozjpeg: true },
  })
