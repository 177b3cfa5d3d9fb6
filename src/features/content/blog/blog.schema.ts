import type { SchemaContext } from 'astro:content'
import { z } from 'astro/zod'

/** What stands above an article's text. The file's name is its id, a number. */
export const blogSchema = ({ image }: SchemaContext) =>
  z.strictObject({
    title: z.string().min(1),
    /** On cards, in the feed and in search results. */
    shortDescription: z.string().min(1),
    /** A day without a time, such as 2025-04-29. */
    date: z.date(),
    /** The day of the last change that a reader should hear of. */
    updated: z.date().optional(),
    /** Minutes. */
    readTime: z.int().min(1),
    featured: z.boolean(),
    cover: image(),
    coverAlt: z.string().min(1),
    keywords: z.array(z.string().min(1)).min(1),
  })
