import { z } from 'astro/zod'

/** One voice of src/content/testimonials; the file's body is what was said. */
export const testimonialSchema = z.strictObject({
  name: z.string().min(1).describe('the name, such as Ayesha K.'),
  rating: z.int().min(1).max(5).describe('a whole number from 1 to 5'),
})
