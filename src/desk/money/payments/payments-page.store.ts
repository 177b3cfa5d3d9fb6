/* The import of a courier's file, and the payments that were saved. */
import { createList } from '#admin/lists/list.store.ts'
import { type TrailQuery, trailParams } from '#admin/lists/trail.ts'
import { createImport } from '#desk/money/import/import.store.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { createPaymentActs } from './payment-acts.store.ts'
import { fetchPayments } from './payments.api.ts'
import type { PageOfPayments } from './payments.ts'

export function createPaymentsPage() {
  const list = createList<TrailQuery, PageOfPayments>({
    schema: trailParams(),
    fetchPage: (query) => withCouriers(fetchPayments(query)),
    errorMessage: 'Error fetching payments',
    reloadsWhenVisible: true,
  })
  const importing = createImport({
    onSaved: async (id, isInBank) => {
      if (isInBank) await acts.tick({ id, inBankAt: null })
      await list.show({})
    },
  })
  const acts = createPaymentActs({
    onChange: (undone) => {
      if (undone) importing.forget(undone)
      return list.load()
    },
  })

  function start(): () => void {
    importing.start()
    return list.start()
  }

  return { list, acts, importing, start }
}

export type PaymentsPageStore = ReturnType<typeof createPaymentsPage>
