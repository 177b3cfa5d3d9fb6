/* Requests about payments. Each may throw a ShopError. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import { olderOf, pagingFrom } from '#desk/lists/trail.ts'
import type { PageOfPayments, Payment, PaymentParcel, PaymentsQuery } from './payments.ts'

/** A page of them, newest first. */
export async function fetchPayments(query: PaymentsQuery): Promise<PageOfPayments> {
  const p = { ...olderOf(query), ...(query.bank && { unticked: true }) }
  const page = await adminRpc<{ statements: Payment[]; older: number | null }>(
    'admin_statements',
    p,
  )
  return { rows: page.statements, ...pagingFrom(query, page.older) }
}

export interface WholePayment {
  payment: Payment
  parcels: PaymentParcel[]
}

interface PaymentPage {
  statement: Payment
  lines: PaymentParcel[]
  /** The position after which the next page begins; null on the last page. */
  next: number | null
}

/** In as many requests as its parcels need; null where none has this id. */
export async function fetchPayment(id: number): Promise<WholePayment | null> {
  const fetchPage = (after?: number): Promise<PaymentPage | null> => {
    const p = after === undefined ? { id } : { id, after }
    return adminRpc('admin_statement', p)
  }
  const first = await fetchPage()
  if (!first) return null
  const parcels = [...first.lines]
  let { next } = first
  while (next !== null) {
    const page: PaymentPage | null = await fetchPage(next)
    parcels.push(...(page?.lines ?? []))
    next = page?.next ?? null
  }
  return { payment: first.statement, parcels }
}
