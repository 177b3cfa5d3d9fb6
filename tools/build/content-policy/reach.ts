/*
 * What pages may reach beyond the files of the site, by their address: the whole list of what the
 * shop has to do with anybody else.
 */
import { paths } from '#paths.ts'

export interface Reach {
  connect: string[]
  frame: string[]
  /** Whether a plain text may become markup or script there. Where the owner works, it may not. */
  isStringMarkup: boolean
}

const MAPS = 'https://www.google.com'

export function reachOf(address: string, settings: Record<string, string>): Reach {
  const store = originOf(settings['PUBLIC_SUPABASE_URL'])
  const orderForm = originOf(settings['PUBLIC_ORDER_FORM_URL'])
  const formService = settings['PUBLIC_CONTACT_FORM_URL']
  const contactForm = formService ? originOf(formService) : store
  const nothing = { connect: [], frame: [], isStringMarkup: true }

  if (isUnder(paths.admin, address)) return { ...nothing, connect: store, isStringMarkup: false }
  if (isUnder('/order', address)) return { ...nothing, connect: store }
  if (isUnder(paths.checkout, address)) return { ...nothing, connect: [...store, ...orderForm] }
  if (isUnder(paths.contact, address)) return { ...nothing, connect: contactForm, frame: [MAPS] }
  if (address !== '/*') return nothing
  return {
    ...nothing,
    connect: [...new Set([...store, ...orderForm, ...contactForm])],
    frame: [MAPS],
  }
}

function isUnder(start: string, address: string): boolean {
  return address === start || address === `${start}.html` || address.startsWith(`${start}/`)
}

/** Nothing for a service on the site's own origin, which every page may reach. */
function originOf(url: string | undefined): string[] {
  const address = URL.parse(url ?? '')
  return address ? [address.origin] : []
}
