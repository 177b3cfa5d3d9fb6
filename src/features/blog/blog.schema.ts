import type { SchemaContext } from 'astro:content'
import { z } from 'astro/zod'
import { day } from './day.ts'

/** What stands above an article's text. The file's name is its id, a number. */
export const blogSchema = ({ image }: SchemaContext) =>
  z.strictObject({
    title: z.string().min(1).describe('the title'),
    /** On cards, in the feed and in search results. */
    shortDescription: z.string().min(1).describe('one or two sentences for the card'),
    date: day,
    /** The day of the last change that a reader should hear of. */
    updated: day.optional(),
    readTime: z.int().min(1).describe('the minutes that reading takes, as a whole number'),
    featured: z.boolean().describe('true or false'),
    cover: image(),
    coverAlt: z.string().min(1).describe('what the cover shows, in words'),
    keywords: z
      .array(z.string().min(1).describe('a keyword'))
      .min(1)
      .describe('words that people search for, such as [hair oil, amla]'),
  })
