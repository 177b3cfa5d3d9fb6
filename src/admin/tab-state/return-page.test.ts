import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPages, RETURN_KEY, returnPath } from './return-page.ts'
import { expectReturn, lastPlace, savePlace } from './scroll-place.ts'

/** As `sessionStorage`, whose own properties are its keys. */
class FakeStorage {
  [key: string]: unknown
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, text: string) {
    this[key] = text
  }
  removeItem(key: string) {
    delete this[key]
  }
}

let saved: FakeStorage

beforeEach(() => {
  saved = new FakeStorage()
  vi.stubGlobal('sessionStorage', saved)
  vi.stubGlobal('location', { origin: 'https://shop.example' })
})

test.each([
  ['"/admin/orders?q=khan&status=shipped"', '/admin/orders?q=khan&status=shipped'],
  ['"/admin/orders/ABCDEFGH"', '/admin/orders/ABCDEFGH'],
  [undefined, '/admin/dashboard'],
  ['"/admin"', '/admin/dashboard'],
  ['"/admin/../products"', '/admin/dashboard'],
  ['"//evil.example/admin/orders"', '/admin/dashboard'],
  ['"https://evil.example/admin/orders"', '/admin/dashboard'],
  ['"javascript:alert(1)"', '/admin/dashboard'],
  ['"http://["', '/admin/dashboard'],
  ['7', '/admin/dashboard'],
  ['{', '/admin/dashboard'],
])('rule 13.12: after %s the login leads to %s', (text, path) => {
  if (text) saved.setItem(RETURN_KEY, text)
  expect(returnPath()).toBe(path)
})

function leave(page: string, scrollY: number, isHidden = false): void {
  const [pathname = '', query] = page.split('?')
  vi.stubGlobal('location', { pathname, search: query ? `?${query}` : '' })
  vi.stubGlobal('document', { documentElement: { hidden: isHidden } })
  vi.stubGlobal('scrollY', scrollY)
  savePlace()
}

test('rule 14.25: the list that was left last is the one to go back to', () => {
  expect(lastPlace('/admin/orders')).toBe('/admin/orders')
  leave('/admin/orders?q=khan', 300)
  leave('/admin/orders?status=shipped', 10)
  leave('/admin/orders?q=khan', 700)
  leave('/admin/orders/ABCDEFGH', 50)
  leave('/admin/orders?status=pending', 0, true)
  expect(lastPlace('/admin/orders')).toBe('/admin/orders?q=khan')
  expect(Object.values(saved).join()).toContain('"/admin/orders?q=khan":700')
  for (let nth = 0; nth < 30; nth += 1) leave(`/admin/customers?q=${nth}`, nth)
  expect(lastPlace('/admin/orders')).toBe('/admin/orders')
  expectReturn('/admin/customers')
  // Of the device, and here only where the browser refuses localStorage. The session ends after this.
  saved.setItem('zulf:admin-session', '{}')
  saved.setItem('zulf:cart', '[]')
  forgetPages()
  expect(Object.keys(saved)).toEqual(['zulf:admin-session', 'zulf:cart'])
})

test('what somebody else wrote there is no place', () => {
  saved.setItem('zulf:admin-tab-places', '[1]')
  expect(lastPlace('/admin/orders')).toBe('/admin/orders')
})
