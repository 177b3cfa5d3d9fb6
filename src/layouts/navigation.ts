import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'

export interface NavigationLink {
  label: string
  href: string
}

/** The cart closes the bar as an icon of its own (CartBadge) and the menu as a word. */
export const barLinks: NavigationLink[] = [
  { label: 'Home', href: paths.home },
  { label: 'Shop', href: paths.products },
  { label: 'About', href: paths.about },
  { label: 'Contact', href: paths.contact },
  { label: 'Results', href: paths.results },
  { label: 'Blog', href: paths.blog },
]

export const footerLinks: NavigationLink[] = [
  { label: 'Shop', href: paths.products },
  { label: 'About', href: paths.about },
  { label: 'Contact', href: paths.contact },
  { label: 'Results', href: paths.results },
  { label: 'Blog', href: paths.blog },
  { label: 'Returns & Exchanges', href: paths.returns },
  { label: 'Privacy', href: paths.privacy },
  { label: 'Terms', href: paths.terms },
]

export const adminLinks: NavigationLink[] = [
  { label: 'Dashboard', href: paths.adminDashboard },
  { label: 'Orders', href: paths.adminOrders },
  { label: 'Customers', href: paths.adminCustomers },
  { label: 'Messages', href: paths.adminMessages },
  { label: 'Products', href: paths.adminProducts },
  { label: 'Settings', href: paths.adminSettings },
]

/** Where to reach the shop. A setting left empty gives no link. */
export const contactLinks: NavigationLink[] = [
  { label: settings.phone, href: `tel:${settings.phone.replace(/[^+\d]/g, '')}` },
  { label: settings.email, href: `mailto:${settings.email}` },
].filter((link) => link.label !== '')

/** Profiles and chat, outside the site. */
export const outboundLinks: NavigationLink[] = [
  ...settings.socialProfiles.map(({ name, url }) => ({ label: name, href: url })),
  ...(settings.whatsApp ? [{ label: 'WhatsApp', href: `https://wa.me/${settings.whatsApp}` }] : []),
].filter((link) => link.href !== '')
