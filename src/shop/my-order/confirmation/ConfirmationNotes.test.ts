import { expect, test, vi } from 'vitest'
import { paths } from '#paths.ts'
import { confirmationNotes } from './ConfirmationNotes.tsx'

const read = (path: string) => confirmationNotes(new URL(path, 'https://shop.example').searchParams)

test.each([{}, { earlier: 'QQQQQQQQ' }, { isBeforeChange: true }])(
  'the notes of a confirmation are read as they were written: %o',
  (notes) => {
    expect(read(paths.confirmation('ABCDEFGH', notes))).toEqual({
      earlier: undefined,
      isBeforeChange: false,
      ...notes,
    })
  },
)

test('rule 11.8: the notes are written where search params have no size, as before Chrome 113 and Safari 17', () => {
  vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never)
  expect(paths.confirmation('ABCDEFGH', { earlier: 'QQQQQQQQ' })).toContain('QQQQQQQQ')
})

test('a confirmation without notes has a plain path', () => {
  expect(paths.confirmation('ABCDEFGH')).toBe('/order/confirmation/ABCDEFGH')
})

test('an order number that cannot be one is ignored', () => {
  expect(read('/order/confirmation/ABCDEFGH?earlier=free%20oil&placed=now')).toEqual({
    earlier: undefined,
    isBeforeChange: false,
  })
})
