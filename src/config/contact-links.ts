/* Where to reach the shop. A setting left empty gives no link. */
import type { Link } from '#kit/view/link.ts'
import { settings } from './settings.ts'

const { phone, email, whatsApp, socialProfiles } = settings

export const phoneHref = `tel:${phone.replace(/[^+\d]/g, '')}`

const chatHref = whatsApp && `https://wa.me/${whatsApp}`

/** What is pressed to reach the shop at once. */
export const callLinks: Link[] = [
  { before: 'Call', label: phone, dir: 'ltr' as const, href: phoneHref },
  { label: 'WhatsApp', href: chatHref, rel: 'noopener' as const },
].filter(isFilled)

export const contactLinks: Link[] = [
  { label: phone, dir: 'ltr' as const, href: phoneHref },
  { label: 'WhatsApp', href: chatHref, rel: 'noopener' as const },
  { label: email, dir: 'ltr' as const, href: `mailto:${email}` },
].filter(isFilled)

export const profileLinks: Link[] = socialProfiles
  .map(({ name, url }) => ({ label: name, href: url, rel: 'noopener' as const }))
  .filter(isFilled)

function isFilled({ label, href }: Link): boolean {
  return label !== '' && href !== ''
}
