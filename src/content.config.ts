/* The Markdown files of src/content: which fields each has. A file's name is the id of its entry. */
import { defineCollection, type SchemaContext } from 'astro:content'
import { z } from 'astro/zod'
import { markdownLoader } from '#content-loader/markdown-loader.ts'
import { PRICE_LIST_FILE, priceProblems } from '#content-loader/price-problems.ts'
import { blogSchema, postNameProblem } from '#features/blog/blog.schema.ts'
import { productSchema } from '#features/catalogue/product.schema.ts'

/** A passage of the page "About". */
const aboutSchema = z.strictObject({
  title: z.string().min(1).describe('the heading of the passage'),
})

/** A question with its answer, which is the file's body. */
const faqSchema = z.strictObject({
  question: z.string().min(1).describe('the question'),
  position: z.int().min(1).describe('its place in the list, from 1'),
  pages: z
    .array(z.enum(['contact', 'product']))
    .min(1)
    .describe('the pages on which it is asked: [contact], [product] or [contact, product]'),
})

/** A plant; the file's body says what it does. */
function ingredientSchema({ image }: SchemaContext) {
  return z.strictObject({
    name: z.string().min(1).describe('the name of the plant'),
    position: z.int().min(1).describe('its place in the row, from 1'),
    picture: image(),
    alt: z.string().min(1).describe('what the picture shows, in words'),
  })
}

/** A legal page; the `##` headings of its body are its table of contents. */
const legalSchema = z.strictObject({
  title: z.string().min(1).describe('the heading of the page'),
  description: z.string().min(1).describe('a sentence for search results'),
  keywords: z.string().min(1).describe('words that people search for, with commas between them'),
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
    alt: z.string().min(1).describe('what the picture shows, in words'),
  })
}

/** A quotation of a customer, which is the file's body. */
const testimonialSchema = z.strictObject({
  name: z.string().min(1).describe('the name, such as Ayesha K.'),
  rating: z.int().min(1).max(5).describe('a whole number from 1 to 5'),
})

const about = defineCollection({
  loader: markdownLoader({ folder: 'src/content/about', schema: aboutSchema }),
  schema: aboutSchema,
})
const blog = defineCollection({
  loader: markdownLoader({
    folder: 'src/content/blog',
    schema: blogSchema,
    nameProblem: postNameProblem,
  }),
  schema: blogSchema,
})
const faq = defineCollection({
  loader: markdownLoader({ folder: 'src/content/faq', schema: faqSchema }),
  schema: faqSchema,
})
const ingredients = defineCollection({
  loader: markdownLoader({ folder: 'src/content/ingredients', schema: ingredientSchema }),
  schema: ingredientSchema,
})
const legal = defineCollection({
  loader: markdownLoader({ folder: 'src/content/legal', schema: legalSchema }),
  schema: legalSchema,
})
const products = defineCollection({
  loader: markdownLoader({
    folder: 'src/content/products',
    schema: productSchema,
    check: priceProblems,
    alsoReads: [PRICE_LIST_FILE],
  }),
  schema: productSchema,
})
const results = defineCollection({
  loader: markdownLoader({ folder: 'src/content/results', schema: resultSchema }),
  schema: resultSchema,
})
const testimonials = defineCollection({
  loader: markdownLoader({ folder: 'src/content/testimonials', schema: testimonialSchema }),
  schema: testimonialSchema,
})

export const collections = { about, blog, faq, ingredients, legal, products, results, testimonials }
