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

/** Null where none has this id. */
export async function fetchPayment(id: number): Promise<WholePayment | null> {
  const found = await adminRpc<PaymentResponse | null>('admin_statement', { id })
  return found && { payment: found.statement, parcels: found.lines }
}

interface PaymentResponse {
  statement: Payment
  lines: PaymentParcel[]
}
