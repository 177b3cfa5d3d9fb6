import { expect, test } from 'vitest'
import { DEFAULTS, decodeSettings, fromForm } from './admin-settings.ts'

test('saved settings are restored', () => {
  const changed = { ...DEFAULTS, storeName: 'Another name', allowCancellations: true }
  expect(decodeSettings(JSON.stringify(changed))).toEqual(changed)
})

test.each([null, '', '{', '7', 'null', '[1]', '{"storeName": 5, "allowCancellations": "yes"}'])(
  'an invalid value becomes the default: %s',
  (text) => {
    expect(decodeSettings(text)).toEqual(DEFAULTS)
  },
)

test('a toggle that is missing from the form is off', () => {
  const form = new FormData()
  form.set('storeName', '  A shop  ')
  form.set('allowCancellations', 'on')
  expect(fromForm(form)).toMatchObject({
    storeName: 'A shop',
    allowCancellations: true,
    statusUpdateEmails: false,
  })
})
