/* The type and the picture of a page in Open Graph, derived from its path. */
import { existsSync } from 'node:fs'
import { lastSegment, paths } from '#paths.ts'

const PAGE_CARDS: Record<string, string> = {
  [paths.home]: 'home',
  [paths.products]: 'products',
  [paths.about]: 'about',
  [paths.contact]: 'contact',
  [paths.results]: 'results',
  [paths.blog]: 'blog',
  [paths.returns]: 'legal',
  [paths.privacy]: 'legal',
  [paths.terms]: 'legal',
}

/** Pixels, as metadata writes them. */
export const CARD_SIZE = { width: '1200', height: '630' } as const

type OpenGraphType = 'article' | 'product' | 'website'

export function openGraphType(path: string): OpenGraphType {
  if (path.startsWith('/product/')) return 'product'
  return /^\/blog\/\d+$/.test(path) ? 'article' : 'website'
}

/**
 * The path of the picture that social media show for a page. Products without a card of their own in
 * public/social share that of the catalogue, other pages that of the home page. Articles without one
 * get a card at build time (src/pages/social).
 */
export function sharingCard(path: string): string {
  return `/social/${PAGE_CARDS[path] ?? cardOfType(path)}.jpg`
}

/** Whether public/social holds the card. */
export function isDrawn(card: string): boolean {
  return existsSync(`public${card}`)
}

function cardOfType(path: string): string {
  const type = openGraphType(path)
  if (type === 'website') return 'home'
  const card = `${type}-${lastSegment(path)}`
  return type === 'product' && !isDrawn(`/social/${card}.jpg`) ? 'products' : card
}
