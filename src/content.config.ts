/* The Markdown files of src/content: which fields each has. A file's name is the id of its entry. */
import { defineCollection, type SchemaContext } from 'astro:content'
import { z } from 'astro/zod'
import {
  type Checks,
  checkedFiles,
  repeatedTexts,
  repeatedValues,
} from '#content-loader/checked-files.ts'
import type { ContentSchema } from '#content-loader/file-problems.ts'
import { priceProblems } from '#content-loader/price-problems.ts'
import { words } from '#kit/text.schema.ts'
import { productSchema } from '#product/product.schema.ts'
import { blogSchema, postNameProblem } from '#shop/blog/blog.schema.ts'

/** A passage of the page "About". */
const aboutSchema = z.strictObject({
  title: words.describe('the heading of the passage'),
})

/** A question with its answer, which is the file's body. */
const faqSchema = z.strictObject({
  question: words.describe('the question'),
  topic: z
    .enum(['ordering', 'paying', 'delivery', 'returns', 'oil'])
    .describe('ordering, paying, delivery, returns or oil'),
  position: z.int().min(1).describe('its place in the list, from 1'),
  pages: z
    .array(z.enum(['contact', 'product']))
    .describe(
      'the pages on which it is asked besides the page of all questions: [], [contact], [product] or [contact, product]',
    ),
})

/** A plant of the oil; the file's body says what it does. */
function ingredientSchema({ image }: SchemaContext) {
  return z.strictObject({
    name: words.describe('the name of the plant'),
    latin: words.describe('its botanical name, such as Cocos nucifera'),
    position: z.int().min(1).describe('its place on the label and in lists, from 1'),
    /** The others are soaked in these. */
    isOil: z.boolean().describe('true where its oil is in the bottle, or false').default(false),
    /** Those with a drawing stand on the page "About" as well. */
    drawing: z
      .strictObject({
        file: image(),
        alt: words.describe('what the picture shows, in words'),
      })
      .describe('a picture with "file" and "alt", or remove the field')
      .optional(),
  })
}

/** A page of text; the `##` headings of its body are its table of contents. */
const helpSchema = z.strictObject({
  title: words.describe('the heading of the page'),
  description: words.describe('a sentence for search results'),
  keywords: words.describe('words that people search for, with commas between them'),
})

/** A legal page. */
const legalSchema = helpSchema.extend({
  updated: z
    .string()
    .min(1)
    .describe('the day as it is shown after "Last updated", such as November 1, 2026'),
})

/** A drawing of the results gallery; the file's body is its caption. */
function resultSchema({ image }: SchemaContext) {
  return z.strictObject({
    id: z.int().min(1).describe('its number, from 1'),
    picture: image(),
    alt: words.describe('what the picture shows, in words'),
  })
}

/** A quotation of a customer, which is the file's body. */
const testimonialSchema = z.strictObject({
  name: words.describe('the name, such as Ayesha K.'),
  rating: z.int().min(1).max(5).describe('a whole number from 1 to 5'),
})

/** The files of src/content/{folder}. */
function files<Schema extends ContentSchema>(folder: string, schema: Schema, checks: Checks = {}) {
  return { loader: checkedFiles(folder, schema, checks), schema }
}

export const collections = {
  about: defineCollection(files('about', aboutSchema)),
  blog: defineCollection(
    files('blog', blogSchema, {
      nameProblem: postNameProblem,
      together: [repeatedTexts, repeatedValues('title')],
    }),
  ),
  faq: defineCollection(files('faq', faqSchema, { together: [repeatedValues('question')] })),
  help: defineCollection(files('help', helpSchema)),
  ingredients: defineCollection(files('ingredients', ingredientSchema)),
  legal: defineCollection(files('legal', legalSchema)),
  products: defineCollection(files('products', productSchema, { together: [priceProblems] })),
  results: defineCollection(files('results', resultSchema, { together: [repeatedValues('id')] })),
  testimonials: defineCollection(files('testimonials', testimonialSchema)),
}
