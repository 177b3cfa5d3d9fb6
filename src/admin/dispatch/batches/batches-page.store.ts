/* Everything on the page of courier sheets. */
import { atom } from 'nanostores'
import { createPrinting } from '#admin/print/printing.store.ts'
import { settings } from '#config/settings.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { createCourierSettings } from '../couriers/courier-settings.store.ts'
import { fetchBatches, undoBatch } from './batches.api.ts'
import type { Batch } from './batches.ts'
import { createSheet } from './sheet.store.ts'
import { clearTicked, readTicked } from './ticked-orders.ts'

export type Undo = { batch: Batch; state: 'asked' | 'undoing' | 'failed' } | { message: string }

export function createBatchesPage() {
  const $courier = atom(settings.couriers[0]?.id ?? '')
  const $ticked = atom(readTicked())
  const $undo = atom<Undo | undefined>()
  /** What leads to the page on screen: undefined is the newest page. */
  const $pages = atom<readonly (number | undefined)[]>([undefined])
  const batches = createRemoteStore(() => fetchBatches($pages.get().at(-1)), {
    errorMessage: 'Error fetching batches',
    keepsValue: true,
  })
  const printing = createPrinting()
  const courierSettings = createCourierSettings()
  const sheet = createSheet({
    onBatch: () => show([undefined]),
    onBooked: forgetTicked,
  })

  function forgetTicked(): void {
    clearTicked()
    $ticked.set([])
  }

  function show(pages: readonly (number | undefined)[]): void {
    $pages.set(pages)
    void batches.load()
  }

  function print(batch: Batch, what: 'slips' | 'load sheet'): Promise<void> {
    return printing.start(async () => {
      const orders = await sheet.allOrders(batch.id)
      const { courier, at } = batch
      return what === 'slips' ? { what, orders } : { what, orders, courier, at }
    })
  }

  async function undo(batch: Batch): Promise<void> {
    $undo.set({ batch, state: 'undoing' })
    try {
      const result = await undoBatch(batch.id)
      $undo.set({
        message: result.ok ? undoMessage(batch, result) : `There is no batch ${batch.id}.`,
      })
      void batches.load()
    } catch (error) {
      console.error('Error undoing a batch', error)
      $undo.set({ batch, state: 'failed' })
    }
  }

  /** What came of it stays on screen. */
  function forgetUndo(): void {
    const asked = $undo.get()
    if (asked && 'batch' in asked && asked.state !== 'undoing') $undo.set(undefined)
  }

  function start(): () => void {
    const stops = [batches.start(), courierSettings.start()]
    return () => {
      for (const stop of stops) stop()
    }
  }

  return {
    $courier,
    $ticked,
    forgetTicked,
    sheet,
    batches: {
      ...batches,
      $undo,
      print,
      undo,
      askUndo: (batch: Batch) => $undo.set({ batch, state: 'asked' }),
      forgetUndo,
      showOlder: (older: number) => show([...$pages.get(), older]),
      showNewer: () => show($pages.get().slice(0, -1)),
      isNewest: () => $pages.get().length === 1,
    },
    printing,
    courierSettings,
    start,
  }
}

export type BatchesPageStore = ReturnType<typeof createBatchesPage>

function undoMessage(
  { id }: Batch,
  { unbooked, stillBooked }: { unbooked: number; stillBooked: number },
): string {
  const stay =
    stillBooked > 0 ? ` ${stillBooked} stay as they are: closed, tracked, or in another batch.` : ''
  return `Batch ${id} is undone. Open again: ${unbooked}.${stay}`
}
