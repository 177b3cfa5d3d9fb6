import { settings } from '#config/settings.ts'
import type { Link } from '#kit/view/link.ts'
import { paths } from '#paths.ts'

const mainLinks: Link[] = [
  { label: 'Shop', href: paths.products },
  { label: 'About', href: paths.about },
  { label: 'Contact', href: paths.contact },
  ...(settings.shows.results ? [{ label: 'Results', href: paths.results }] : []),
  { label: 'Blog', href: paths.blog },
]

/**
 * Find Order stands in the bar, at each of its widths, and in the menu. The cart closes the bar as an icon of its own
 * (CartBadge) and the menu as a word.
 */
export const barLinks: Link[] = [
  { label: 'Home', href: paths.home },
  ...mainLinks,
  { label: 'Find Order', href: paths.findOrder },
]

export const footerLinks: Link[] = [
  ...mainLinks,
  { label: 'Find Order', href: paths.findOrder },
  { label: 'Delivery', href: paths.delivery },
  { label: 'Questions', href: paths.questions },
  { label: 'Is this parcel ours?', href: paths.ourParcel },
  { label: 'Returns & Exchanges', href: paths.returns },
  { label: 'Privacy', href: paths.privacy },
  { label: 'Terms', href: paths.terms },
]
