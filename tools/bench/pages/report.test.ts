import { expect, test } from 'vitest'
import type { Audit } from './measure.ts'
import { noiseWarning, type PageResult, pageRow } from './report.ts'

const weight = { html: 14_000, css: 600, js: 4_900, font: 0, img: 90_000, other: 0, requests: 9 }
const audit: Audit = { scores: [100, 100, 100, 100], fcp: 800, lcp: 1_050, tbt: 0, cls: 0.0004 }

function aPage(change: Partial<PageResult> = {}): PageResult {
  const page = { name: 'home', site: 'https://localhost', path: '/', action: 'button' }
  return { ...page, weight, audits: [audit], taps: [16], ...change }
}

test('a row has the sum of its bytes, medians with the worst, and the worst score and shift', () => {
  const slow = { ...audit, scores: [98, 100, 100, 66], lcp: 1_400, cls: 0.0006 }
  const page = aPage({ audits: [audit, slow], taps: [24, 0, 0] })
  const cells = ['14.0', '0.6', '4.9', '0.0', '90.0', '0.0', '109.5', '9']
  const times = ['98 100 100 66', '800', '1050–1400', '', '0', '0.001', '< 16 ms']
  expect(pageRow(page, [page])).toEqual(['home', ...cells, ...times])
})

test('LCP is compared with the baseline without script', () => {
  const page = aPage()
  const plain = aPage({
    name: 'home, no script',
    baselineOf: 'home',
    isPlain: true,
    audits: [{ ...audit, lcp: 1_000 }],
  })
  const react = aPage({ name: 'home, React', baselineOf: 'home', isPlain: false })
  expect(pageRow(page, [page, plain, react])).toContain('1.05')
  expect(pageRow(react, [page, plain, react])).toContain('1.05')
  expect(pageRow(plain, [page, plain, react])).toContain('1.00')
})

test('a baseline that was blocked shows that the machine was busy', () => {
  const plain = aPage({ isPlain: true, audits: [audit, { ...audit, tbt: 588 }] })
  expect(noiseWarning([plain])).toContain('588 ms')
  expect(noiseWarning([aPage({ audits: [{ ...audit, tbt: 9 }] })])).toBeUndefined()
})
