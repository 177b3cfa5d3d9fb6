import { z } from 'astro/zod'

/** One question of src/content/faq; the file's body answers it. */
export const faqSchema = z.strictObject({
  question: z.string().min(1).describe('the question'),
  position: z.int().min(1).describe('its place in the list, from 1'),
  pages: z
    .array(z.enum(['contact', 'product']))
    .min(1)
    .describe('the pages on which it is asked: [contact], [product] or [contact, product]'),
})
