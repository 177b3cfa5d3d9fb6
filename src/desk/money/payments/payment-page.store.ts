/* Everything on the page of one payment. */
import { idParam } from '#admin/lists/list.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { queryState } from '#kit/query-state.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { createPaymentActs } from './payment-acts.store.ts'
import { fetchPayment } from './payments.api.ts'

export function createPaymentPage() {
  const { id } = queryState({ id: idParam }).$query.get()
  /** Null where no payment has the id of the URL. */
  const remote = createRemoteStore(() => withCouriers(fetchPayment(id)), {
    errorMessage: 'Error fetching a payment',
  })
  return { ...remote, acts: createPaymentActs({ onChange: remote.load }) }
}

export type PaymentPageStore = ReturnType<typeof createPaymentPage>
