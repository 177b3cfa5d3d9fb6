/*
 * The other origins that pages may connect to, by path. The list is complete.
 */
import { paths } from '#paths.ts'

export interface PageReach {
  connect: string[]
  frame: string[]
  /** Where the browser itself sends a form. */
  form: string[]
}

const MAPS = 'https://www.google.com'

export function reachOf(path: string, settings: Record<string, string>): PageReach {
  const backend = originOf(settings['PUBLIC_SUPABASE_URL'])
  const orderForm = originOf(settings['PUBLIC_ORDER_FORM_URL'])
  const form = originOf(settings['PUBLIC_CONTACT_FORM_URL'])
  // A message that the service can't take goes to the database.
  const contactForm = [...form, ...backend]

  if (isUnder(paths.checkout, path))
    return { connect: [...backend, ...orderForm], frame: [], form: [] }
  if (isUnder(paths.contact, path)) return { connect: contactForm, frame: [MAPS], form }
  // Pages with products and the cart ask what is paused.
  if (path !== '/*') return { connect: backend, frame: [], form: [] }
  return { connect: [...new Set([...backend, ...orderForm, ...contactForm])], frame: [MAPS], form }
}

function isUnder(start: string, path: string): boolean {
  return path === start || path === `${start}.html` || path.startsWith(`${start}/`)
}

/** Nothing for a service on the site's own origin, which every page may reach. */
function originOf(url: string | undefined): string[] {
  const parsed = URL.parse(url ?? '')
  return parsed ? [parsed.origin] : []
}
