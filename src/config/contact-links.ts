/* Where to reach the shop. A setting left empty gives no link. */
import type { Link } from '#kit/view/link.ts'
import { settings } from './settings.ts'

const { phone, email, whatsApp, socialProfiles } = settings

export const phoneHref = `tel:${phone.replace(/[^+\d]/g, '')}`

const call: Link = { label: phone, dir: 'ltr', href: phoneHref }
const chat: Link = {
  label: 'WhatsApp',
  href: whatsApp && `https://wa.me/${whatsApp}`,
  rel: 'noopener',
}
const mail: Link = { label: email, dir: 'ltr', href: `mailto:${email}` }

/** What is pressed to reach the shop at once. */
export const callLinks = [{ ...call, before: 'Call' }, chat].filter(isFilled)

export const contactLinks = [call, chat, mail].filter(isFilled)

export const profileLinks: Link[] = socialProfiles
  .map(({ name, url }) => ({ label: name, href: url, rel: 'noopener' as const }))
  .filter(isFilled)

function isFilled({ label, href }: Link): boolean {
  return label !== '' && href !== ''
}
