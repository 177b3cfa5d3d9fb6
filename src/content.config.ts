import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'
import { CATEGORIES } from '#features/catalogue/product.ts'
import { aboutSchema, ingredientSchema } from '#features/content/about/about.schema.ts'
import { blogSchema } from '#features/content/blog/blog.schema.ts'
import { faqSchema } from '#features/content/faq/faq.schema.ts'
import { legalSchema } from '#features/content/legal/legal.schema.ts'
import { resultSchema } from '#features/content/results/results.schema.ts'
import { testimonialSchema } from '#features/content/testimonials/testimonials.schema.ts'

/**
 * What is told about a product; what it costs stands in price-list.json. The file's name is the
 * product's id, its body the description.
 */
const products = defineCollection({
  loader: markdown('products'),
  schema: ({ image }) =>
    z.strictObject({
      shortDescription: z.string().min(1),
      discountPercentage: z.int().min(1).max(99).optional(),
      rating: z.number().min(0).max(5),
      reviews: z.int().min(0),
      /** Set only when somebody has checked that buyers wrote them: search engines are told then. */
      reviewsVerified: z.boolean().default(false),
      /** The first one is the product's face: on cards, in the cart and on orders. */
      images: z.array(z.strictObject({ file: image(), alt: z.string().min(1) })).min(1),
      category: z.enum(CATEGORIES),
      tags: z.array(z.string()),
      featured: z.boolean().default(false),
      bestSeller: z.boolean().default(false),
      newArrival: z.boolean().default(false),
      benefits: z.array(z.string()).min(1),
      /** One step a line. */
      howToUse: z.string().min(1),
      /** For search results and shared links. */
      metadata: z.strictObject({
        title: z.string().min(1),
        description: z.string().min(1),
        keywords: z.array(z.string().min(1)).min(1),
      }),
    }),
})

const about = defineCollection({ loader: markdown('about'), schema: aboutSchema })
const blog = defineCollection({ loader: markdown('blog'), schema: blogSchema })
const faq = defineCollection({ loader: markdown('faq'), schema: faqSchema })
const ingredients = defineCollection({
  loader: markdown('ingredients'),
  schema: ingredientSchema,
})
const legal = defineCollection({ loader: markdown('legal'), schema: legalSchema })
const results = defineCollection({ loader: markdown('results'), schema: resultSchema })
const testimonials = defineCollection({
  loader: markdown('testimonials'),
  schema: testimonialSchema,
})

/** The files of a folder of src/content, each known by its name. */
function markdown(folder: string) {
  return glob({ base: `./src/content/${folder}`, pattern: '*.md' })
}

export const collections = { about, blog, faq, ingredients, legal, products, results, testimonials }
