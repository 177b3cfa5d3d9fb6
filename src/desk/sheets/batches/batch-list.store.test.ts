import { expect, test, vi } from 'vitest'
import { $couriers } from '#admin/parcels/couriers.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createBatchList } from './batch-list.store.ts'

test('rule 21.11: the list is loaded again as its page is visible again: another device may have done a step', async () => {
  const { show } = stubPage()
  $couriers.set(someCouriers)
  const fetchBatches = vi.fn(async () => ({ rows: [], older: undefined, newer: undefined }))
  const list = createBatchList({ url: urlHistory('').url, fetchBatches })
  list.start()
  await vi.waitFor(() => expect(list.$remote.get().state).toBe('ready'))
  show('visible')
  expect(fetchBatches).toHaveBeenCalledTimes(2)
})
