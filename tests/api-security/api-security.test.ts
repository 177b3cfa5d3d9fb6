/* Whoever can reach the shop's address, over HTTP, against the real store. */
import { afterAll, beforeAll, describe, test } from 'vitest'
import { inOneWindow } from '../support/one-window.ts'
import { subjects } from './cases.ts'
import { judge } from './check-case.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

describe.each(subjects)('%s', (_, cases) => {
  test.each(cases)('$title', (tried) => inOneWindow(shop.asAdmin, () => judge(tried, shop)))
})
