import { lastSegment, paths } from '#paths.ts'

const PAGE_CARDS: Record<string, string> = {
  [paths.home]: 'home',
  [paths.products]: 'products',
  [paths.product('zulf-herbal-oil-single')]: 'product-single',
  [paths.product('zulf-herbal-oil-double')]: 'product-pair',
  [paths.product('zulf-herbal-oil-giftpack')]: 'product-giftpack',
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

/** The picture that stands for a page where its address is shared. One without its own shows the shop's. */
export function sharingCard(path: string): string {
  return `/social/${PAGE_CARDS[path] ?? cardOfKind(path)}.jpg`
}

function cardOfKind(path: string): string {
  if (/^\/blog\/\d+$/.test(path)) return `article-${lastSegment(path)}`
  return path.startsWith('/product/') ? 'products' : 'home'
}
