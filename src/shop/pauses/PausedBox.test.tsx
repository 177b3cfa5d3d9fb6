import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PausedBox } from './PausedBox.tsx'

test('rule 23.3: the live region of a size is there before its pause, which is announced so', () => {
  const of = { name: 'Oil', size: '100ml' }
  expect(renderToStaticMarkup(<PausedBox {...of} pause={undefined} />)).toBe(
    '<div role="status"></div>',
  )
  const pause = { id: 'oil', size: '100ml', reason: 'back after Eid', until: null }
  expect(renderToStaticMarkup(<PausedBox {...of} pause={pause} />)).toMatch(
    /^<div role="status">.*Not sold now: back after Eid\./,
  )
})
