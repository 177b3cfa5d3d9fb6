import { formatDate } from '#kit/dates.ts'
import { countOf } from '#kit/text.ts'

/** As it is read out: "4.9 out of 5, 328 reviews". */
export function ratingSentence(rating: number, reviews: number): string {
  return `${rating.toFixed(1)} out of 5, ${countOf(reviews, 'review')}`
}

/** `Not sold now: back after Eid. We expect it on December 1, 2026.` */
export function pauseSentence({ reason, until }: { reason: string; until: string | null }): string {
  const why = `Not sold now: ${reason.replace(/[.\s]+$/, '')}.`
  return until ? `${why} We expect it on ${formatDate(until)}.` : why
}
