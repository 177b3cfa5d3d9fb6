import type { Link } from '#config/contact-links.ts'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'

const mainLinks: Link[] = [
  { label: 'Shop', href: paths.products },
  { label: 'About', href: paths.about },
  { label: 'Contact', href: paths.contact },
  ...(settings.shows.results ? [{ label: 'Results', href: paths.results }] : []),
  { label: 'Blog', href: paths.blog },
]

/**
 * Find Order stands in the bar where it has room, else in the menu. The cart closes the bar as an icon of its own
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

/** The tabs at the foot of a phone, before *More*: the order of the work. */
export const adminTabs: Link[] = [
  { label: 'Dashboard', href: paths.adminDashboard },
  { label: 'Orders', href: paths.adminOrders },
  { label: 'Parcels', href: paths.adminParcels },
  { label: 'Money', href: paths.adminMoney },
]

/** Below the tabs in the sidebar, and under *More* on a phone. */
export const adminMore: Link[] = [
  { label: 'Messages', href: paths.adminMessages },
  { label: 'Customers', href: paths.adminCustomers },
  { label: 'Products', href: paths.adminProducts },
  { label: 'Settings', href: paths.adminSettings },
  { label: 'How it works', href: paths.adminHowItWorks },
]

/** Pages below those of the navigation, by the start of their paths: the first that fits. */
const PARTS: [start: string, href: string][] = [
  [paths.adminParcels, paths.adminParcels],
  [paths.adminScan, paths.adminParcels],
  [paths.adminMoney, paths.adminMoney],
  // The page of one order too.
  ['/admin/order', paths.adminOrders],
]

/** Whether an entry of the admin's navigation is the page itself, or what the page belongs to. */
export function currentAdminLink(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  return PARTS.find(([start]) => path.startsWith(start))?.[1] === href ? 'true' : undefined
}
