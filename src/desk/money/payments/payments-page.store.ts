/* The import of a courier's file, and the payments that were saved. */
import { createList } from '#admin/lists/list.store.ts'
import { trailParams } from '#desk/lists/trail.ts'
import { createImport } from '#desk/money/import/import.store.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { choiceParam } from '#kit/query-state.ts'
import { createPaymentActs } from './payment-acts.store.ts'
import { fetchPayments } from './payments.api.ts'
import type { PageOfPayments, PaymentsQuery } from './payments.ts'

export function createPaymentsPage() {
  const list = createList<PaymentsQuery, PageOfPayments>({
    schema: { ...trailParams(), bank: choiceParam('bank', ['not']) },
    fetchPage: (query) => withCouriers(fetchPayments(query)),
    errorMessage: 'Error fetching payments',
    reloadsWhenVisible: true,
  })
  const importing = createImport({
    onSaved: async (id, isInBank) => {
      if (isInBank) await acts.tick({ id, inBankAt: null })
      await list.show({ bank: undefined })
    },
  })
  const acts = createPaymentActs({
    onChange: async ({ undone, ticked }) => {
      if (undone) importing.forget(undone)
      if (ticked && list.$query.get().bank) toggle(ticked)
      else await list.load()
    },
  })

  /** Keeps its place among those without a tick, so that it can be taken back. */
  function toggle(id: number): void {
    const now = new Date().toISOString()
    list.update((page) => ({
      ...page,
      rows: page.rows.map((row) =>
        row.id === id ? { ...row, inBankAt: row.inBankAt ? null : now } : row,
      ),
    }))
  }

  function start(): () => void {
    importing.start()
    return list.start()
  }

  return { list, acts, importing, start }
}

export type PaymentsPageStore = ReturnType<typeof createPaymentsPage>
