import type { SchemaContext } from 'astro:content'
import { z } from 'astro/zod'

/** One drawing of src/content/results; the file's body says what was noticed, and when. */
export function resultSchema({ image }: SchemaContext) {
  return z.strictObject({
    id: z.int().min(1).describe('its number, from 1'),
    picture: image(),
    alt: z.string().min(1).describe('what the picture shows, in words'),
  })
}
