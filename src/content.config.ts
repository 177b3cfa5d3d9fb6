import { defineCollection } from 'astro:content'
import { markdownLoader } from '#content-loader/markdown-loader.ts'
import { PRICE_LIST_FILE, priceProblems } from '#content-loader/price-problems.ts'
import { aboutSchema, ingredientSchema } from '#features/about/about.schema.ts'
import { blogSchema } from '#features/blog/blog.schema.ts'
import { productSchema } from '#features/catalogue/product.schema.ts'
import { faqSchema } from '#features/faq/faq.schema.ts'
import { legalSchema } from '#features/legal/legal.schema.ts'
import { resultSchema } from '#features/results/results.schema.ts'
import { testimonialSchema } from '#features/testimonials/testimonials.schema.ts'

const about = defineCollection({
  loader: markdownLoader({ folder: 'src/content/about', schema: aboutSchema }),
  schema: aboutSchema,
})
const blog = defineCollection({
  loader: markdownLoader({ folder: 'src/content/blog', schema: blogSchema }),
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
