/* What fields of settings and content hold. Read in builds only: no browser loads this. */
import { z } from 'astro/zod'
import { cleanText, isBlank } from './text.ts'

/** Text with something to read. */
export const words = z.string().refine(isFilled)

/** As `words`, on one line and as the database saves it: no blank at an end, and no invisible character. */
export const line = z.string().refine((text) => isFilled(text) && cleanText(text) === text)

function isFilled(text: string): boolean {
  return !isBlank(cleanText(text))
}
