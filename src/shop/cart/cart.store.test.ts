import { beforeEach, describe, expect, test, vi } from 'vitest'
import { catalogue, choice, otherProduct, product } from '#tests/support/catalogue.ts'
import { type ChosenLine, EMPTY_CART, priceCart } from './cart.ts'
import { shownLines } from './removed-lines.ts'

// What the store hears in a browser, with modules of its own.
const page = new EventTarget()
function stubPage(): void {
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
}
stubPage()
beforeEach(stubPage)
vi.resetModules()
const { $cart, readCart } = await import('./cart.store.ts')
const { $lines, addToCart, canRestore, removeFromCart, replaceCart, restoreToCart, removeOrdered } =
  await import('./change-cart.store.ts')
const { encodeCart, savedChanges } = await import('./stored-cart.ts')
const { deviceStorage } = await import('#kit/storage/device-storage.ts')

const third = catalogue.at(-1) ?? product
const three = [choice(product, 3), choice(otherProduct, 2), choice(third)]

const inCart = () => readCart().items.map(({ id, size, quantity }) => ({ id, size, quantity }))
const remove = ({ id, size }: ChosenLine) => removeFromCart(id, size)
const restore = ({ id, size }: ChosenLine) => restoreToCart(id, size)
const shown = () =>
  $lines.get().map(({ item, isRemoved }) => `${isRemoved ? 'removed ' : ''}${item.id}`)

/** Saves a cart as another tab does, which has read the one before. */
function saveThere(choices: readonly ChosenLine[]): void {
  const changes = savedChanges(deviceStorage.get('zulf:cart'))
  deviceStorage.set('zulf:cart', encodeCart(priceCart(choices), changes))
}

/** What another tab stores, and this one hears. */
function otherTab(change: () => void): void {
  change()
  dispatchEvent(Object.assign(new Event('storage'), { key: 'zulf:cart' }))
}

beforeEach(() => {
  // Forgets what the test before removed.
  removeOrdered([])
  replaceCart(three)
})

test('rule 2.16: the same choice adds each time', () => {
  addToCart(choice(product))
  addToCart(choice(product))
  expect(inCart()[0]).toEqual(choice(product, 5))
})

test('rule 2.9: of two tabs that add at the same moment neither loses its line', () => {
  const text = deviceStorage.get('zulf:cart')
  addToCart(choice(product))
  const mine = savedChanges(deviceStorage.get('zulf:cart'))
  // The other tab had read the cart before.
  otherTab(() => {
    const added = priceCart([...three.slice(0, 2), choice(third, 2)])
    deviceStorage.set('zulf:cart', encodeCart(added, [...savedChanges(text), 'theirs']))
  })
  expect(inCart()).toEqual([choice(product, 4), choice(otherProduct, 2), choice(third, 2)])
  expect(savedChanges(deviceStorage.get('zulf:cart'))).toEqual(
    expect.arrayContaining(['theirs', mine.at(-1)]),
  )
  // What the other tab has seen is not repeated.
  otherTab(() => saveThere([choice(third)]))
  expect(inCart()).toEqual([choice(third)])
})

describe('rule 2.9: the cart is followed', () => {
  const only = [choice(third, 9)]
  const saveElsewhere = () => saveThere(only)

  test('when another tab changes it, or clears the storage', () => {
    otherTab(saveElsewhere)
    expect($cart.get()).toEqual(priceCart(only))
    deviceStorage.remove('zulf:cart')
    dispatchEvent(Object.assign(new Event('storage'), { key: null }))
    expect($cart.get()).toEqual(EMPTY_CART)
  })

  test('when the page comes out of the back/forward cache', () => {
    saveElsewhere()
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect($cart.get()).toEqual(priceCart(only))
  })

  test('before it is changed: what another tab saved a moment ago stays', () => {
    saveElsewhere()
    addToCart(choice(product))
    expect(inCart()).toEqual([...only, choice(product)])
  })
})

describe('rule 2.21: a removed line', () => {
  test('is shown in its place, and is restored there with its quantity', () => {
    remove(choice(otherProduct))
    expect(inCart()).toEqual([three[0], three[2]])
    expect(shown()).toEqual([product.id, `removed ${otherProduct.id}`, third.id])
    restore(choice(otherProduct))
    expect(inCart()).toEqual(three)
    expect(canRestore()).toBe(false)
  })

  test.each([
    [
      [0, 1, 2],
      [0, 1, 2],
    ],
    [
      [0, 1, 2],
      [2, 1, 0],
    ],
    [
      [2, 0, 1],
      [1, 0, 2],
    ],
    [
      [1, 2, 0],
      [2, 0, 1],
    ],
  ])('has its place among others: removed %j, restored %j', (removed, restored) => {
    for (const nth of removed) remove(three[nth] as ChosenLine)
    expect(inCart()).toEqual([])
    for (const [before, nth] of restored.entries()) {
      restore(three[nth] as ChosenLine)
      expect(inCart()).toHaveLength(before + 1)
    }
    expect(inCart()).toEqual(three)
  })

  test('stays when another tab changes the cart, and keeps what that changed', () => {
    remove(choice(product))
    otherTab(() => saveThere([choice(third, 9)]))
    restore(choice(product))
    expect(inCart()).toEqual([three[0], choice(third, 9)])
  })

  test('that was added again is not restored over it, nor after it left once more', () => {
    remove(choice(product))
    otherTab(() => saveThere([choice(product)]))
    expect(shown()).toEqual([product.id])
    restore(choice(product))
    expect(inCart()).toEqual([choice(product)])
    otherTab(() => saveThere([]))
    expect(shown()).toEqual([])
  })

  test.each([
    ['here', () => removeOrdered(three)],
    [
      'in another tab',
      () => {
        deviceStorage.set('zulf:ordered', 'another')
        saveThere([])
      },
    ],
  ])('is never restored after an order %s', (_, order) => {
    remove(choice(product))
    order()
    restore(choice(product))
    expect(inCart().some(({ id }) => id === product.id)).toBe(false)
    expect(canRestore()).toBe(false)
  })

  test('costs what the price list says', () => {
    const [line] = shownLines(EMPTY_CART, [
      { choice: { ...choice(product), ...{ price: 1, name: 'cheap' } }, place: 0 },
    ])
    expect(line?.item).toEqual(priceCart([choice(product)]).items[0])
  })
})
