import { defineCollection } from 'astro:content'
import { productSchema } from '#features/catalogue/product.schema.ts'
import { aboutSchema, ingredientSchema } from '#features/content/about/about.schema.ts'
import { blogSchema } from '#features/content/blog/blog.schema.ts'
import { faqSchema } from '#features/content/faq/faq.schema.ts'
import { legalSchema } from '#features/content/legal/legal.schema.ts'
import { markdownLoader } from '#features/content/markdown/markdown-loader.ts'
import { PRICE_LIST_FILE, priceProblems } from '#features/content/markdown/price-problems.ts'
import { resultSchema } from '#features/content/results/results.schema.ts'
import { testimonialSchema } from '#features/content/testimonials/testimonials.schema.ts'

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
