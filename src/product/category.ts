export const CATEGORIES = ['Hair Oil'] as const

export type Category = (typeof CATEGORIES)[number]
