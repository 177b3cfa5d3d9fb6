import { check } from '#tools/check-hosted/check.ts'
import { test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

test('the built site and its backend pass npm run check:hosted', async ({ shop }) => {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const broken = await check({ url: shop.url, key: 'sb_publishable_local', site: shop.url, print })
  expect(broken, lines.join('\n')).toEqual([])
})
