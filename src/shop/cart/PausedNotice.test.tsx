import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { phoneHref } from '#config/contact-links.ts'
import { otherProduct, product } from '#tests/support/catalogue.ts'
import { PausedNotice } from './PausedNotice.tsx'

test('rule 23.4: one paused line is to be removed as it, several as them, and the shop can be called', () => {
  const lines = [product, otherProduct].map(({ name, sizes: [{ label }] }) => ({
    name,
    size: label,
    sentence: 'Not sold now.',
  }))
  const shown = (paused: typeof lines) =>
    renderToStaticMarkup(<PausedNotice paused={paused} isWholeCart={false} />)
  expect(shown(lines.slice(1))).toContain('Remove it to order the rest.')
  expect(shown(lines)).toContain(`href="${phoneHref}"`)
  expect(shown(lines)).toContain('Remove them to order the rest.')
})
