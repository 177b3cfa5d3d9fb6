/* The shape of src/content/price-list.json. Checked in builds only: no browser loads this. */
import { z } from 'astro/zod'
import { line, words } from '#kit/text.schema.ts'

/** In rupees. */
export const MAX_PRICE = 500_000

const price = z
  .number()
  .positive()
  .max(MAX_PRICE)
  .multipleOf(0.01)
  .describe(
    `a price as a number above 0, at most ${MAX_PRICE}, with at most two decimals, such as 1599`,
  )

const onSale = z
  .boolean()
  .describe('false without quotes where it is not sold, or remove the field')
  .optional()

/** What the size is the same as, so that it is offered in place of several units (docs/product.md, rule 2.33). */
const sameAs = z
  .strictObject({
    id: z.string().describe('the id of the product that it is several units of'),
    size: z.string().describe('the label of a size of that product, such as "100ml"'),
    quantity: z.int().min(2).describe('how many units, as a whole number from 2'),
    says: words.describe(
      'the sentence without its price and end, such as "The Pair is the same two bottles"',
    ),
  })
  .describe('an object with "id", "size", "quantity" and "says", or remove the field')
  .optional()

/** "100ml" and "100 ML" are one size to customers. */
function sameLabel(label: string): string {
  return label.toLowerCase().replace(/\s/g, '')
}

const size = z
  .strictObject({
    label: line.describe('the size as customers see it, such as "100ml"'),
    price,
    discountPrice: price.optional(),
    onSale,
    sameAs,
  })
  .refine(({ price, discountPrice }) => discountPrice === undefined || discountPrice < price, {
    path: ['discountPrice'],
    message:
      'is not lower than "price". Write a lower number, or remove the field if there is no discount.',
  })

export const pricedProductSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .describe('the id in small letters, digits and hyphens, such as "zulf-herbal-oil-single"'),
  name: line.describe('the name of the product'),
  /** Bought for somebody else: its pages say who is asked for the money at the door. */
  gift: z.boolean().describe('true without quotes for a gift, or remove the field').optional(),
  /** For all sizes. What is off sale stays in the list: orders and links refer to it. */
  onSale,
  sizes: z
    .array(size)
    .min(1)
    .refine((sizes) => new Set(sizes.map(({ label }) => sameLabel(label))).size === sizes.length, {
      message: 'has two sizes of one label. Give each its own.',
    })
    .describe('at least one size, with "label" and "price"'),
})

export type PriceListEntry = z.infer<typeof pricedProductSchema>
