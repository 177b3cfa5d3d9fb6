import { z } from 'astro/zod'

/** One page of src/content/legal, named by its file; its `##` headings make the list of contents. */
export const legalSchema = z.strictObject({
  title: z.string().min(1).describe('the heading of the page'),
  description: z.string().min(1).describe('a sentence for search results'),
  keywords: z.string().min(1).describe('words that people search for, with commas between them'),
  updated: z
    .string()
    .min(1)
    .describe('the day as it is shown after "Last updated", such as November 1, 2026'),
})
