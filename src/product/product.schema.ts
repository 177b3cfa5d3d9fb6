import type { SchemaContext } from 'astro:content'
import { z } from 'astro/zod'
import { words } from '#kit/text.schema.ts'
import { CATEGORIES } from './category.ts'

const text = (description: string) => words.describe(description)
const flag = z.boolean().describe('true or false').default(false)

/**
 * The texts of a product; its prices are in price-list.json. The file's name is the
 * product's id, its body the description.
 */
export const productSchema = ({ image }: SchemaContext) =>
  z
    .strictObject({
      shortDescription: text('one or two sentences for the product card'),
      rating: z.number().min(0).max(5).describe('a number from 0 to 5'),
      reviews: z.int().min(0).describe('how many reviews there are, as a whole number'),
      /** Only for reviews that are verified to be by buyers: structured data includes them then. */
      reviewsVerified: flag,
      /** The first one stands for the product on cards, in the cart and on orders. */
      images: z
        .array(z.strictObject({ file: image(), alt: text('what the picture shows, in words') }))
        .min(1)
        .describe('at least one picture, with "file" and "alt"'),
      category: z.enum(CATEGORIES).describe(CATEGORIES.join(' or ')),
      tags: z.array(text('a tag')).describe('tags such as [herbal, hair oil]'),
      featured: flag,
      bestSeller: flag,
      newArrival: flag,
      benefits: z
        .array(text('a benefit'))
        .min(1)
        .describe('at least one benefit, one a line after "- "'),
      /** One step a line. */
      howToUse: text('the steps, one a line after "|"'),
      shelfLife: text('how long the oil keeps, and how it is stored'),
      /** For search results and shared links. */
      metadata: z
        .strictObject({
          title: text('a title for search results'),
          description: text('a sentence or two for search results'),
          keywords: z
            .array(text('a keyword'))
            .min(1)
            .describe('words that people search for, such as [hair oil, amla]'),
        })
        .describe('the three fields title, description and keywords'),
    })
    .refine(({ reviews, reviewsVerified }) => reviews > 0 || !reviewsVerified, {
      path: ['reviewsVerified'],
      message: 'is true, and "reviews" is 0. Write false, or how many reviews there are.',
    })

export type ProductTexts = z.infer<ReturnType<typeof productSchema>>
