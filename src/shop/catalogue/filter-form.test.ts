import { parseHTML } from 'linkedom'
import { afterEach, expect, test, vi } from 'vitest'
import { startFilterForm } from './filter-form.ts'

afterEach(() => vi.unstubAllGlobals())

test('rule 1.14: Back undoes a filter also in the price field that has the focus', () => {
  const { document } = parseHTML('<form><input type="number" name="max" value="4000"></form>')
  const form = document.querySelector('form') as unknown as HTMLFormElement
  const field = form.querySelector('input') as HTMLInputElement
  const location = { search: '?max=3000', href: 'https://shop.example/products?max=3000' }
  const listeners = new Map<string, () => void>()
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', { state: null, replaceState: () => undefined })
  vi.stubGlobal(
    'FormData',
    class extends Map<string, string> {
      constructor() {
        super([['max', '3000']])
      }
    },
  )
  vi.stubGlobal('document', { activeElement: field })
  vi.stubGlobal('addEventListener', (type: string, run: () => void) => listeners.set(type, run))
  startFilterForm(form, () => undefined)
  field.value = '3000'
  location.search = ''
  listeners.get('popstate')?.()
  expect(field.value).toBe('4000')
})
