/* What Lighthouse says of a page. */
export const CATEGORIES = ['performance', 'accessibility', 'bestPractices', 'seo'] as const

export type Category = (typeof CATEGORIES)[number]

export interface Audit extends Record<Category, number> {
  /** Milliseconds. */
  fcp: number
  lcp: number
  tbt: number
  cls: number
}
