import { z } from 'astro/zod'

/** One voice of src/content/testimonials; the file's body is what was said. */
export const testimonialSchema = z.strictObject({
  name: z.string().min(1),
  rating: z.int().min(1).max(5),
})
