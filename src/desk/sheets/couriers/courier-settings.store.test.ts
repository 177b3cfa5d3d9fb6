import { beforeEach, expect, test, vi } from 'vitest'
import { $toasts, dismissToast } from '#kit/toast/toast.store.ts'
import { createCourierSettings } from './courier-settings.store.ts'
import {
  type CourierSettings,
  type SettingsChange,
  settingsFor,
  withSaved,
} from './courier-settings.ts'

beforeEach(() => {
  for (const { key } of $toasts.get()) dismissToast(key)
})

/** A page of settings before a backend where names were chosen for cities. */
async function aPage(cityNames: Record<string, string>) {
  let saved: CourierSettings[] = withSaved([], 'postex', { cityNames })
  const fetchCouriers = vi.fn(async () => saved)
  const saveCourier = vi.fn(async (courier: string, change: SettingsChange) => {
    saved = withSaved(saved, courier, change)
  })
  const page = createCourierSettings({ fetchCouriers, saveCourier })
  await page.load()
  fetchCouriers.mockClear()
  const shown = () => {
    const view = page.$remote.get()
    return view.state === 'ready' && settingsFor(view.value, 'postex').cityNames
  }
  /** On another device. */
  const choose = (names: Record<string, string>) => {
    saved = withSaved(saved, 'postex', { cityNames: names })
  }
  const undo = async () => {
    $toasts
      .get()
      .find(({ title }) => title === 'Removed: lhr')
      ?.action?.run()
    await vi.waitFor(() => expect(page.saving.$submission.get().state).toBe('done'))
  }
  return {
    ...page,
    fetchCouriers,
    saveCourier,
    shown,
    choose,
    undo,
    saved: () => saved[0]?.cityNames,
  }
}

test('rule 15.11: a name of a city is removed by one request, which leaves what was chosen elsewhere', async () => {
  const { removeName, choose, fetchCouriers, saveCourier, shown, saved } = await aPage({
    lhr: 'LAHORE',
    khi: 'KARACHI',
  })
  choose({ mtn: 'Multan' })
  await removeName('postex', 'lhr', 'LAHORE')
  expect(saveCourier.mock.calls).toEqual([['postex', { cityNames: { lhr: null } }]])
  expect(fetchCouriers).not.toHaveBeenCalled()
  expect(shown()).toEqual({ khi: 'KARACHI' })
  expect(saved()).toEqual({ khi: 'KARACHI', mtn: 'Multan' })
})

test('rule 15.11: Undo brings a removed name back, beside those that were chosen since', async () => {
  const { removeName, choose, undo, shown } = await aPage({ lhr: 'LAHORE' })
  await removeName('postex', 'lhr', 'LAHORE')
  choose({ mtn: 'Multan' })
  await undo()
  expect(shown()).toEqual({ lhr: 'LAHORE', mtn: 'Multan' })
})

test('rule 15.11: Undo leaves alone what was chosen for the same city since', async () => {
  const { removeName, choose, undo, shown, saveCourier } = await aPage({ lhr: 'LAHORE' })
  await removeName('postex', 'lhr', 'LAHORE')
  choose({ lhr: 'Multan' })
  await undo()
  expect(saveCourier).toHaveBeenCalledOnce()
  expect(shown()).toEqual({ lhr: 'Multan' })
  expect($toasts.get().map(({ title }) => title)).toContain('Not undone')
})
