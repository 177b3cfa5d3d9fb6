/* Where to reach the shop. A setting left empty gives no link. */
import { settings } from './settings.ts'

export interface Link {
  label: string
  href: string
  rel?: 'noopener'
}

const { phone, email, whatsApp, socialProfiles } = settings

export const phoneHref = `tel:${phone.replace(/[^+\d]/g, '')}`

export const contactLinks: Link[] = [
  { label: phone, href: phoneHref },
  { label: email, href: `mailto:${email}` },
].filter((link) => link.label !== '')

/** Profiles and chat, outside the site. */
export const outboundLinks: Link[] = [
  ...socialProfiles.map(({ name, url }) => ({ label: name, href: url })),
  ...(whatsApp ? [{ label: 'WhatsApp', href: `https://wa.me/${whatsApp}` }] : []),
]
  .filter((link) => link.href !== '')
  .map((link) => ({ ...link, rel: 'noopener' }))
