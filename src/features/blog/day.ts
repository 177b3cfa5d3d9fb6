/* The day of an article, such as 2025-04-29, that has come in the shop's time zone. */
import { z } from 'astro/zod'
import { SHOP_ZONE } from '#shared/shop-zone.ts'

const HOW_TO_WRITE = 'a day as year-month-day, such as 2025-04-29'

/** Parses to midnight in UTC. */
export const day = z
  .string()
  .transform((text, context) => {
    const message = dayProblem(text, shopDay(new Date()))
    if (!message) return new Date(text)
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .describe(HOW_TO_WRITE)

/** What is wrong with a day, or undefined. `today` has the same form. */
export function dayProblem(text: string, today: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return `is ${text}. Write ${HOW_TO_WRITE}.`
  const date = new Date(text)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    return `is ${text}, and there is no such day. Write a day that exists, such as 2025-04-29.`
  }
  if (text <= today) return undefined
  return `is ${text}, which is in the future: today is ${today} in ${SHOP_ZONE}. Write a day that has come, or add the article on that day.`
}

/** The day in the shop's time zone, such as 2026-11-22. */
export function shopDay(moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_ZONE }).format(moment)
}
