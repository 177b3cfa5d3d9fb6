/* The metadata of a page that follows from its path, and the colours of its theme. */
import { existsSync, readFileSync } from 'node:fs'
import { lastSegment, paths } from '#paths.ts'

const PAGE_CARDS: Record<string, string> = {
  [paths.home]: 'home',
  [paths.products]: 'products',
  [paths.about]: 'about',
  [paths.contact]: 'contact',
  [paths.results]: 'results',
  [paths.blog]: 'blog',
  [paths.delivery]: 'help',
  [paths.ourParcel]: 'help',
  [paths.questions]: 'help',
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

/** `/products` → `https://…/products`, for readers outside the site. */
export function absolute(path: string): string {
  return new URL(path, import.meta.env.SITE).href
}

/** HTML for a feed or a search engine: its links to pages of this site become absolute. */
export function withAbsoluteLinks(html: string): string {
  return html.replace(/\b(href|src)="(\/(?!\/)[^"]*)"/g, (_, attribute: string, path: string) => {
    return `${attribute}="${absolute(path)}"`
  })
}

const theme = readFileSync('src/styles/theme.css', 'utf8')

const [, light = '', dark = ''] =
  /--color-paper: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/.exec(theme) ?? []

if (!light) throw new Error('src/styles/theme.css: --color-paper is not light-dark(#…, #…)')

/** The colour `paper` of theme.css in both schemes, for metadata, which has no custom properties. */
export const THEME_COLORS = { light, dark } as const
