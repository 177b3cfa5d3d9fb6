import { beforeEach, expect, test, vi } from 'vitest'
import type { RequestResult } from '#admin/auth/admin-request.ts'
import { $couriers } from '#admin/parcels/couriers.ts'
import { aCourier, someCouriers } from '#tests/support/couriers.ts'
import { createCourierEditor } from './courier-editor.store.ts'
import type { CourierChange } from './courier-form.ts'

const texts = { name: ' PostEx PK ', trackingUrl: '', sheet: 'postex', format: 'leopards' }

beforeEach(() => $couriers.set(someCouriers))

function anEditor(results: RequestResult[] = []) {
  const changeCourier = vi.fn(async (_: CourierChange) => results.shift() ?? { ok: true as const })
  return { ...createCourierEditor({ changeCourier }), changeCourier }
}

test('rule 21.29: a new courier has an id and no version; the form closes once it is saved', async () => {
  const { $edited, edit, save, changeCourier } = anEditor()
  edit({})
  await save(texts)
  expect(changeCourier).toHaveBeenCalledExactlyOnceWith({
    id: 'postex-pk',
    name: 'PostEx PK',
    trackingUrl: null,
    sheet: 'postex',
    format: 'leopards',
  })
  expect($edited.get()).toBeUndefined()
})

test('rule 22.29: the files of a new courier are read as its name says', async () => {
  const { edit, save, changeCourier } = anEditor()
  for (const [edited, name] of [
    [{}, 'Trax'],
    [{ id: 'trax', version: 1 }, 'Trax'],
  ] as const) {
    edit(edited)
    await save({ ...texts, name, format: 'custom' })
  }
  expect(changeCourier.mock.calls.map(([{ format }]) => format)).toEqual(['trax', 'custom'])
})

test('rule 21.29: a change that is stale says what another admin saved, and is saved on the next press only', async () => {
  const { saving, edit, save, changeCourier } = anEditor([{ ok: false, code: 'stale' }])
  edit({ id: 'postex', version: 1 })
  $couriers.set([aCourier({ name: 'PostEx Lahore', version: 2 })])
  await save(texts)
  expect(saving.$submission.get()).toEqual({
    state: 'refused',
    sentence: expect.stringContaining('It is now: PostEx Lahore, https://postex.pk'),
  })
  await save(texts)
  expect(changeCourier.mock.calls.map(([{ version }]) => version)).toEqual([1, 2])
})

test.each([
  ['required', { name: 'This field is required' }],
  ['name_taken', { name: 'Another courier has this name' }],
  ['url_invalid', { trackingUrl: expect.stringContaining('begins with https://') }],
])(
  'rule 21.29: what the database refuses as %s stands beside its field',
  async (code, problems) => {
    const { $edited, saving, edit, save } = anEditor([{ ok: false, code }])
    edit({})
    await save(texts)
    expect(saving.$submission.get()).toEqual({ state: 'refused', problems })
    expect($edited.get()).toEqual({})
  },
)
