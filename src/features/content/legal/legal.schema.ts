import { z } from 'astro/zod'

/** One page of src/content/legal, named by its file; its `##` headings make the list of contents. */
export const legalSchema = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  keywords: z.string().min(1),
  /** As it is shown after "Last updated". */
  updated: z.string().min(1),
})
