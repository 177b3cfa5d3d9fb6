/* The figures of the days in the URL. */
import { download } from '#admin/order/download.ts'
import { dayParam } from '#admin/order/order-filter.ts'
import { BYTE_ORDER_MARK, CSV_TYPE, toCsv } from '#admin/orders/export/csv.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { queryState } from '#kit/query-state.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { type Days, moveDays, wholeDays } from './days.ts'
import { fetchEvening } from './evening.api.ts'
import { type Evening, toEveningRows } from './evening.ts'

/** The figures, and the days that they are of. */
export interface ShownEvening {
  days: Days
  evening: Evening
}

export function createEvening() {
  const { $query, set, start } = queryState<Days>({
    from: dayParam('from'),
    until: dayParam('until'),
  })
  const days = () => wholeDays($query.get())
  let shownDays: Days | undefined

  async function load(): Promise<ShownEvening> {
    const asked = days()
    const evening = await withCouriers(fetchEvening(asked))
    shownDays = asked
    return { days: asked, evening }
  }

  const remote = createRemoteStore(load, {
    errorMessage: 'Error fetching the evening',
    reloadsWhenVisible: true,
    retriesWhenOnline: true,
    // Never under the dates of others.
    keepsValue: () => JSON.stringify(shownDays) === JSON.stringify(days()),
  })

  return {
    ...remote,
    $query,
    show(change: Partial<Days>): Promise<void> {
      set(moveDays(days(), change))
      return remote.load()
    },
    exportCsv({ evening, days: of }: ShownEvening): void {
      const csv = BYTE_ORDER_MARK + toCsv(toEveningRows(evening, of))
      download('evening', 'csv', new Blob([csv], { type: CSV_TYPE }))
    },
    start: () =>
      stopAll(
        start(() => void remote.load()),
        remote.start(),
      ),
  }
}

export type EveningStore = ReturnType<typeof createEvening>
