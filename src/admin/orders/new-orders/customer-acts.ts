/* What customers did with their orders, as it is announced (docs/desk-rules.md, rule 21.20). */
import type { Toast } from '#kit/toast/toast.store.ts'
import { paths } from '#paths.ts'

export interface CustomerAct {
  /** Of the order. */
  id: string
  fullName: string
  act: 'cancelled' | 'changed' | 'confirmed' | 'asked'
  /** ISO timestamp, in the database's own text. */
  at: string
}

/** More would hide each other. */
const MAX_TOASTS = 2

const MAX_NAME_LENGTH = 40

const SENTENCES: Record<CustomerAct['act'], string> = {
  cancelled: 'cancelled it.',
  changed: 'changed it.',
  confirmed: 'confirmed it.',
  asked: 'asks for help.',
}

/** `Order ABCDEFGH: Ayesha Khan cancelled it.` */
function actSentence({ id, fullName, act }: CustomerAct): string {
  return `Order ${id}: ${[...fullName].slice(0, MAX_NAME_LENGTH).join('')} ${SENTENCES[act]}`
}

/** The last act of each order, newest first. */
export function lastActs(acts: readonly CustomerAct[]): CustomerAct[] {
  return acts.filter(({ id }, nth) => acts.findIndex((one) => one.id === id) === nth)
}

/** One for each act, or one for many. Each leads to what it is about. */
export function actToasts(acts: readonly CustomerAct[]): Toast[] {
  if (acts.length <= MAX_TOASTS) {
    return acts.map((act) => ({
      title: actSentence(act),
      action: { label: 'Open', run: () => location.assign(paths.adminOrder(act.id)) },
    }))
  }
  const names = acts.map(({ id }) => id).join(', ')
  const title = `Customers did something with ${acts.length} orders: ${names}`
  return [{ title, action: { label: 'Show', run: () => location.assign(paths.adminOrders) } }]
}
