/* The fields of src/content/blog, whose files are named by the number of their article. */
import type { SchemaContext } from 'astro:content'
import { z } from 'astro/zod'
import { isoDay } from '#kit/dates.ts'
import { SHOP_ZONE } from '#kit/shop-zone.ts'
import { words } from '#kit/text.schema.ts'

/** No article of a site is older. */
const FIRST_DAY = '2000-01-01'

/** The day of an article, such as 2025-04-29, not after today; midnight in UTC. */
const day = z
  .date()
  .superRefine((date, context) => {
    const message = dayProblem(date.toISOString().slice(0, 10), isoDay(new Date()))
    if (message) context.addIssue({ code: 'custom', message })
  })
  .describe('a day as year-month-day, such as 2025-04-29')

export const blogSchema = ({ image }: SchemaContext) =>
  z
    .strictObject({
      title: words.max(120).describe('the title in at most 120 letters'),
      /** Shown on cards, in the feed and in search results. */
      shortDescription: words.describe('one or two sentences for the card'),
      date: day,
      /** The day of the last change of its content. */
      updated: day.optional(),
      cover: image(),
      coverAlt: words.describe('what the cover shows, in words'),
      keywords: z
        .array(words.describe('a keyword'))
        .min(1)
        .describe('words that people search for, such as [hair oil, amla]'),
    })
    .refine(({ date, updated }) => updated === undefined || updated >= date, {
      path: ['updated'],
      message: 'is before "date". Write a later day, or remove the field.',
    })

export type PostFields = z.infer<ReturnType<typeof blogSchema>>

/** What is wrong with the name of an article's file, or undefined. `01` and `1e0` are refused: one article, one URL. */
export function postNameProblem(name: string): { what: string; write: string } | undefined {
  if (/^[1-9]\d{0,8}$/.test(name)) return undefined
  return {
    what: 'the name of the file is not a number',
    write: 'Rename it to a number that no other article has, such as 9.md',
  }
}

/** What is wrong with a day of an article, or undefined. Both are such as 2025-04-29. */
export function dayProblem(day: string, today: string): string | undefined {
  if (day < FIRST_DAY) return `is ${day}, long before this shop. Write a day from ${FIRST_DAY} on.`
  if (day <= today) return undefined
  return `is ${day}, which is in the future: today is ${today} in ${SHOP_ZONE}. Write a day that is not later, or add the article on that day.`
}
