/* The figures of the days in the URL. */
import { download } from '#admin/order/download.ts'
import { dayParam } from '#admin/order/order-filter.ts'
import { BYTE_ORDER_MARK, CSV_TYPE, toCsv } from '#admin/orders/export/csv.ts'
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { withCouriers } from '../with-couriers.ts'
import { type Days, moveDays, wholeDays } from './days.ts'
import { fetchEvening } from './evening.api.ts'
import { type Evening, toEveningRows } from './evening.ts'

/** The figures, and the days that they are of. */
export interface ShownEvening {
  days: Days
  evening: Evening
}

const defaults = {
  fetchEvening: (days: Days) => withCouriers(fetchEvening(days)),
  download,
}

export function createEvening({
  url,
  ...options
}: Partial<typeof defaults> & { url?: QueryUrl } = {}) {
  const services = { ...defaults, ...options }
  const query = queryState<Days>(
    { from: dayParam('from'), until: dayParam('until') },
    url && { url },
  )
  const days = () => wholeDays(query.$query.get())
  let shownDays: Days | undefined

  async function load(): Promise<ShownEvening> {
    const asked = days()
    const evening = await services.fetchEvening(asked)
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

  function show(change: Partial<Days>): Promise<void> {
    query.set(moveDays(days(), change))
    return remote.load()
  }

  function start(): () => void {
    const stopUrl = query.start(() => void remote.load())
    const stopRemote = remote.start()
    return () => {
      stopUrl()
      stopRemote()
    }
  }

  return {
    ...remote,
    $query: query.$query,
    days,
    show,
    exportCsv: ({ evening, days: of }: ShownEvening) =>
      services.download(
        'evening',
        'csv',
        new Blob([BYTE_ORDER_MARK + toCsv(toEveningRows(evening, of))], { type: CSV_TYPE }),
      ),
    start,
  }
}

export type EveningStore = ReturnType<typeof createEvening>
