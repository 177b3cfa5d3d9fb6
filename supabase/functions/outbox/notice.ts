/* What a notice says. It has no name, phone or street: the database gives none. */

type Act = 'order' | 'cancelled' | 'changed' | 'help' | 'message' | 'limit'

export interface Notice {
  id: number
  kind: Act | 'several' | 'digest' | 'test' | 'step' | 'build'
  /** The id of an order or a message, or the mark of a limit. */
  subject: string
  /** Of an order whose customer is told. */
  status: string | null
  counts: Partial<Record<Act, number>> | null
  /** How many orders are to be confirmed, as the admin lists them. Null where it is not about orders. */
  toConfirm: number | null
  /** Rupees. */
  amount: number | null
  /** By the shop's own name for it, where it has one. */
  city: string | null
}

/** What a device shows. Notices with one tag are shown once. */
export interface Shown {
  title: string
  body: string
  tag: string
  /** The page that a press opens. */
  path: string
}

const WORDS: Record<Act, { title: string; one: string; many: string }> = {
  order: { title: 'New order', one: 'new order', many: 'new orders' },
  cancelled: { title: 'Order cancelled', one: 'cancelled order', many: 'cancelled orders' },
  changed: { title: 'Order changed', one: 'changed order', many: 'changed orders' },
  help: { title: 'Request for help', one: 'request for help', many: 'requests for help' },
  message: { title: 'New message', one: 'message', many: 'messages' },
  limit: { title: 'Orders above a limit', one: 'limit reached', many: 'limits reached' },
}

const ACTS = Object.keys(WORDS) as Act[]
const ORDERS = '/admin/orders'

export function shownOf(notice: Notice): Shown {
  const { kind, subject, id } = notice
  const tag = `${kind}:${subject || id}`
  const sums = sumsOf(notice)
  switch (kind) {
    case 'test':
      return { title: 'Test notice', body: 'Notices arrive here.', tag, path: '/admin/settings' }
    case 'step':
      return stepOf(notice)
    case 'build':
      return { title: 'Build', body: '', tag, path: '/' }
    case 'several':
      return { title: countsOf(notice), body: sums, tag, path: pathOf(notice) }
    case 'digest':
      return {
        title: 'Could not be told before',
        body: joined(countsOf(notice), sums),
        tag,
        path: pathOf(notice),
      }
    case 'message':
      return { title: WORDS.message.title, body: '', tag, path: '/admin/messages' }
    case 'limit':
      return {
        title: WORDS.limit.title,
        body: 'They look odd: look before you send them.',
        tag,
        path: `${ORDERS}?mark=any`,
      }
    default:
      return { title: WORDS[kind].title, body: sums, tag, path: `${ORDERS}/${subject}` }
  }
}

/** For the customer. Each step has a tag of its own. */
function stepOf({ subject, status }: Notice): Shown {
  const hasArrived = status === 'delivered'
  return {
    title: hasArrived ? 'Your order has arrived' : 'Your order is on its way',
    body: '',
    tag: `step:${subject}:${status}`,
    path: `/order/tracking/${subject}`,
  }
}

/** Where new orders are among several acts, those to confirm. */
function pathOf({ counts, toConfirm }: Notice): string {
  return counts?.order && toConfirm ? `${ORDERS}?stage=to_confirm` : ORDERS
}

function sumsOf({ amount, city, toConfirm }: Notice): string {
  return joined(
    amount === null ? '' : amount.toFixed(2),
    city ?? '',
    toConfirm ? `${toConfirm} to confirm` : '',
  )
}

function countsOf({ counts }: Notice): string {
  const parts = ACTS.map((act) => {
    const count = counts?.[act] ?? 0
    return count > 0 ? `${count} ${count === 1 ? WORDS[act].one : WORDS[act].many}` : ''
  })
  return joined(...parts)
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(', ')
}
