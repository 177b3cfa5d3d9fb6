import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serveBuiltSite } from './served-site.ts'

const site = await serveBuiltSite()
const rules = [
  ...readFileSync('netlify.toml', 'utf8').matchAll(/from = "(.*)"\n +to = "(.*)"\n +status = 301/g),
].map(([, from = '', to = '']) => [from, to] as const)

test('there are addresses of before', () => expect(rules.length).toBeGreaterThan(5))

test.each(rules)('rule 20.8: %s leads to %s, which is a page', async (from, to) => {
  const response = await site.ask(from)
  expect([response.status, response.headers['location']]).toEqual([301, to])
  expect((await site.fetch(to)).status).toBe(200)
})

test.each([
  ['/admin/orders/batch?id=5', '/admin/parcels/batch?id=5'],
  // Of all parcels, those of the batch among them: a target with a query of its own takes no other.
  ['/admin/orders/tell?batch=5', '/admin/orders/run?for=telling'],
])('rule 20.8: %s leads to %s', async (from, to) => {
  expect((await site.ask(from)).headers['location']).toBe(to)
})
