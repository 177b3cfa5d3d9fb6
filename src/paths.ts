/*
 * Every path of the site, by name. `tests/site` compares them with the built pages and netlify.toml. Each
 * is an export of its own, so that a script has only those it uses.
 */
export * as paths from './paths.ts'

/** What a confirmation has to add to its order. */
export interface ConfirmationNotes {
  /** The number of an earlier order of the same customer, which is placed as well. */
  earlier?: string | undefined
  /** Whether the order was saved before its cart or address was changed. */
  isBeforeChange?: boolean | undefined
}

export const home = '/'
export const products = '/products'
export const search = '/search'
export const product = (id: string) => `/product/${id}`
export const cart = '/cart'
export const checkout = '/checkout'
/** A page that shows the cart, with lines in its query, which `cart-in-url.ts` reads. `flag` says why. */
export const withLines = (
  path: string,
  flag: string,
  lines: readonly { id: string; size: string; quantity: number }[],
) => {
  const params = new URLSearchParams({ [flag]: '1' })
  for (const { id, size, quantity } of lines) {
    params.append('product', id)
    params.append('size', size)
    params.append('quantity', String(quantity))
  }
  return `${path}?${params}`
}
/** The page reads its search params with `confirmationNotes` of `shop/my-order`. */
export const confirmation = (
  orderId: string,
  { earlier, isBeforeChange }: ConfirmationNotes = {},
) => {
  const params = new URLSearchParams()
  if (earlier) params.set('earlier', earlier)
  if (isBeforeChange) params.set('placed', 'before-change')
  const query = params.toString()
  return `/order/confirmation/${orderId}${query && `?${query}`}`
}
export const tracking = (orderId: string) => `/order/tracking/${orderId}`
/** Where the tracking page has the forms that change and cancel an order. */
export const FORM_HASHES: readonly string[] = ['#change', '#cancel']
export const changeOrder = (orderId: string) => `${tracking(orderId)}${FORM_HASHES[0]}`
export const cancelOrder = (orderId: string) => `${tracking(orderId)}${FORM_HASHES[1]}`
/** By order number and phone, without the link of an order. */
export const findOrder = '/order/find'
export const about = '/about'
export const contact = '/contact'
export const results = '/results'
export const blog = '/blog'
export const article = (id: number) => `/blog/${id}`
/** How and when a parcel comes. */
export const delivery = '/delivery'
/** Every question of src/content/faq. */
export const questions = '/questions'
/** How to tell a parcel of the shop from a false one. */
export const ourParcel = '/our-parcel'
export const returns = '/returns'
export const privacy = '/privacy'
export const terms = '/terms'
/** Shown in place of a page that cannot be fetched. */
export const offline = '/offline'
export const admin = '/admin'
export const adminDashboard = '/admin/dashboard'
export const adminOrders = '/admin/orders'
export const adminNewOrder = '/admin/orders/new'
export const adminOrder = (orderId: string) => `/admin/orders/${orderId}`
/** The part of the admin's page of an order that sends a replacement. */
export const REPLACEMENT = 'replacement'

/** Parcels: batches, or a list of those that somebody has to do something about. */
export const adminParcels = '/admin/parcels'
export const adminNotDelivered = `${adminParcels}?list=not-delivered`
export const adminCameBack = `${adminParcels}?list=came-back`
/** The orders of a batch, and its steps. */
export const adminBatchPage = '/admin/parcels/batch'
export const adminBatch = (id: number) => `${adminBatchPage}?id=${id}`
/** Slips, labels, and parcels that come back are scanned: of one batch or of any. */
export const adminScan = '/admin/scan'
export const adminScanBatch = (id: number) => `${adminScan}?id=${id}`
/** Orders above a limit. */
export const adminMarked = `${adminOrders}?mark=any`
/** One order after the other, until all are confirmed. */
export const adminRun = '/admin/orders/run'
/** One customer after the other, until all know that their parcel is on its way. */
export const adminTell = `${adminRun}?for=telling`
/** The same for one batch. */
export const adminTellBatch = (id: number) => `${adminTell}&batch=${id}`
/** What couriers paid, one payment, and what came of the parcels of some days. */
export const adminMoney = '/admin/money'
export const adminUnticked = `${adminMoney}?bank=not`
export const adminPayment = (id: number) => `${adminMoney}?id=${id}`
export const adminDays = `${adminMoney}?part=day`
export const adminCustomers = '/admin/customers'
export const adminMessages = '/admin/messages'
export const adminProducts = '/admin/products'
export const adminSettings = '/admin/settings'
export const adminHowItWorks = '/admin/how-it-works'
/** A product's small picture. Its path never changes, since it is saved in orders. */
export const thumbnail = (productId: string) => `/thumbnails/${productId}.webp`

/** The last part of a path such as `/order/tracking/ABCDEFGH`, or '' where it cannot be decoded. */
export function lastSegment(pathname: string): string {
  try {
    return decodeURIComponent(pathname.split('/').filter(Boolean).at(-1) ?? '')
  } catch {
    return ''
  }
}

/** The start of each path of one customer or of the admin. */
const PRIVATE_PATHS = [admin, cart, checkout, '/order'] as const

/** Whether the sitemap lists the page. Private pages are not indexed. */
export function isPublic(path: string): boolean {
  if (path.endsWith('/not-found') || path === '/404' || path === offline) return false
  // The catalogue with a filter.
  if (path.startsWith(`${products}/`)) return false
  return !PRIVATE_PATHS.some((start) => path === start || path.startsWith(`${start}/`))
}
