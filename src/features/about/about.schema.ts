import type { SchemaContext } from 'astro:content'
import { z } from 'astro/zod'

/** One passage of the page about the house, named by its file. */
export const aboutSchema = z.strictObject({
  title: z.string().min(1).describe('the heading of the passage'),
})

/** One plant of src/content/ingredients; the file's body tells what it does. */
export function ingredientSchema({ image }: SchemaContext) {
  return z.strictObject({
    name: z.string().min(1).describe('the name of the plant'),
    position: z.int().min(1).describe('its place in the row, from 1'),
    picture: image(),
    alt: z.string().min(1).describe('what the picture shows, in words'),
  })
}
