/* Where to reach the shop. A setting left empty gives no link. */
import { settings } from './settings.ts'

export interface Link {
  label: string
  href: string
  rel?: 'noopener'
}

const { phone, email, whatsApp, socialProfiles } = settings

export const phoneHref = `tel:${phone.replace(/[^+\d]/g, '')}`

const chatHref = whatsApp && `https://wa.me/${whatsApp}`

/** What is pressed to reach the shop at once. */
export const callLinks: Link[] = [
  { label: phone && `Call ${phone}`, href: phoneHref },
  { label: 'WhatsApp', href: chatHref, rel: 'noopener' as const },
].filter(isFilled)

export const contactLinks: Link[] = [
  { label: phone, href: phoneHref },
  { label: 'WhatsApp', href: chatHref, rel: 'noopener' as const },
  { label: email, href: `mailto:${email}` },
].filter(isFilled)

export const profileLinks: Link[] = socialProfiles
  .map(({ name, url }) => ({ label: name, href: url, rel: 'noopener' as const }))
  .filter(isFilled)

function isFilled({ label, href }: Link): boolean {
  return label !== '' && href !== ''
}
