import { expect, test } from 'vitest'
import { DEFAULTS, decodeSettings, fromForm } from './admin-settings.ts'

test('the toggles begin as the spec says', () => {
  expect(DEFAULTS).toMatchObject({
    orderConfirmationEmails: true,
    statusUpdateEmails: true,
    allowCancellations: false,
    adminEmailNotifications: true,
    dashboardAnalytics: true,
  })
})

test('what was kept comes back', () => {
  const changed = { ...DEFAULTS, storeName: 'Another name', allowCancellations: true }
  expect(decodeSettings(JSON.stringify(changed))).toEqual(changed)
})

test.each([null, '', '{', '7', 'null', '[1]', '{"storeName": 5, "allowCancellations": "yes"}'])(
  'what is damaged becomes the default: %s',
  (text) => {
    expect(decodeSettings(text)).toEqual(DEFAULTS)
  },
)

test('a toggle that is off is off, though a form does not mention it', () => {
  const form = new FormData()
  form.set('storeName', '  A shop  ')
  form.set('allowCancellations', 'on')
  expect(fromForm(form)).toMatchObject({
    storeName: 'A shop',
    allowCancellations: true,
    statusUpdateEmails: false,
  })
})
