import { z } from 'astro/zod'

/** One question of src/content/faq; the file's body answers it. */
export const faqSchema = z.strictObject({
  question: z.string().min(1),
  /** Its place in the list, from 1. */
  position: z.int().min(1),
  /** The pages on which it is asked. */
  pages: z.array(z.enum(['contact', 'product'])).min(1),
})
