import { beforeEach, expect, it, vi } from 'vitest'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import {
  $toasts,
  dismissToast,
  showHandedOverToasts,
  showToast,
  showToastOnNextPage,
  type Toast,
} from './toast.store.ts'

function titles(): string[] {
  return $toasts.get().map((toast) => toast.title)
}

beforeEach(() => {
  for (const { key } of $toasts.get()) dismissToast(key)
  stubSessionStorage()
})

it('a toast waits for the island that shows it, and leaves when dismissed', () => {
  showToast({ title: 'Added to cart' })
  showToast({ title: 'Added again' })
  expect(titles()).toEqual(['Added to cart', 'Added again'])
  dismissToast($toasts.get()[0]?.key ?? 0)
  expect(titles()).toEqual(['Added again'])
})

it('an equal toast replaces the one that stands, and another one does not', () => {
  const failed: Toast = {
    title: 'Something went wrong',
    description: 'Try again.',
    tone: 'destructive',
  }
  showToast(failed)
  const [first] = $toasts.get()
  showToast({ ...failed, description: 'Please wait.' })
  showToast(failed)
  expect($toasts.get().map(({ description }) => description)).toEqual([
    'Please wait.',
    'Try again.',
  ])
  // A toast of its own, which screen readers announce like the first.
  expect($toasts.get().map(({ key }) => key)).not.toContain(first?.key)
})

it('rule 12.4: three toasts stand at most, and the oldest leaves', () => {
  const keys = ['one', 'two', 'three', 'four'].map((title) => showToast({ title }))
  expect(titles()).toEqual(['two', 'three', 'four'])
  dismissToast(keys[2] ?? 0)
  expect(titles()).toEqual(['two', 'four'])
})

it('toasts for the next page are shown there, in order and once', () => {
  showToastOnNextPage({ title: 'Order placed successfully!' })
  showToastOnNextPage({ title: 'Thank you', tone: 'destructive' })
  expect(titles()).toEqual([])
  // The page that is left may hydrate only now.
  showHandedOverToasts()
  expect(titles()).toEqual([])
  showHandedOverToasts({ isBack: true })
  showHandedOverToasts()
  expect(titles()).toEqual(['Order placed successfully!', 'Thank you'])
})

it('where storage is refused the toast is shown at once', () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  showToastOnNextPage({ title: 'Added to cart' })
  expect(titles()).toEqual(['Added to cart'])
  expect(showHandedOverToasts).not.toThrow()
})

it.each(['{', '7', 'null', '[null, 3, {"title": ""}, {"title": 5}]'])(
  'what was not left by the shop shows nothing: %s',
  (text) => {
    sessionStorage.setItem('toasts', text)
    showHandedOverToasts()
    expect(titles()).toEqual([])
  },
)
