/* The figures of the days in the URL. */
import { download } from '#admin/download.ts'
import { BYTE_ORDER_MARK, CSV_TYPE, toCsv } from '#admin/orders/export/write-csv.ts'
import { dayParam } from '#admin/orders/order-filter.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { queryState } from '#kit/query-state.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { fetchFigures } from './days.api.ts'
import { type Days, inOrder, wholeDays } from './days.ts'
import { type FiguresOfDays, toFigureRows } from './figures.ts'

/** The figures, and the days that they are of. */
export interface ShownDays {
  days: Days
  figures: FiguresOfDays
}

export function createDays() {
  const { $query, set, start } = queryState<Days>({
    from: dayParam('from'),
    until: dayParam('until'),
  })
  const chosen = () => wholeDays($query.get())
  const days = () => inOrder(chosen())
  let shownDays: Days | undefined

  async function load(): Promise<ShownDays> {
    const asked = days()
    const figures = await withCouriers(fetchFigures(asked))
    shownDays = asked
    return { days: asked, figures }
  }

  const remote = createRemoteStore(load, {
    errorMessage: 'Error fetching the figures',
    reloadsWhenVisible: true,
    // Never under the dates of others.
    keepsValue: () => JSON.stringify(shownDays) === JSON.stringify(days()),
  })

  return {
    ...remote,
    $query,
    show(change: Partial<Days>): Promise<void> {
      set({ ...chosen(), ...change })
      return remote.load()
    },
    exportCsv({ figures, days: of }: ShownDays): void {
      const csv = BYTE_ORDER_MARK + toCsv(toFigureRows(figures, of))
      download('day-and-week', 'csv', new Blob([csv], { type: CSV_TYPE }))
    },
    start: () =>
      stopAll(
        start(() => void remote.load()),
        remote.start(),
      ),
  }
}

export type DaysStore = ReturnType<typeof createDays>
