/* What engines do differently, in two looks. */
import { addedText, price, product } from '#tests/support/catalogue.ts'
import { expect, test } from './customer.ts'

test('Back shows the number in the cart as it is now', async ({ customer }) => {
  await customer.open('/about')
  await customer.open(product.path)
  await customer.press('Add to cart')
  await customer.see(addedText(product))
  await customer.press('View Cart')
  await customer.see('Subtotal (1 item)')
  await customer.press('Increase quantity')
  await customer.see(price(product, 2))
  await customer.back()
  await customer.seePath(/^\/product\//)
  await customer.seeLabel('Cart, 2')
  await customer.back()
  await customer.seePath(/^\/about$/)
  await customer.seeLabel('Cart, 2')
})

test('the testimonials glide to the one that is chosen, without a jump', async ({ customer }) => {
  await customer.open('/')
  await customer.seeThat(isCarouselStarted)
  const name = await customer.tab.run(recordScrolling, 'Testimonial 4 of')
  await customer.press(name)
  await customer.seeThat(isRecorded)
  await customer.seeStill()
  const { positions, current } = await customer.tab.run(scrolled)
  expect(current).toBe(name)
  expect(Math.max(...positions) - Math.min(...positions)).toBeLessThan(1)
})

function isCarouselStarted(): boolean {
  const row = document.querySelector('[data-carousel-stage] ul')
  row?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return row?.querySelector('[aria-hidden=true]') !== null
}

/** In every frame from the press on that dot on. Returns the whole label of the dot. */
function recordScrolling(start: string): string {
  const row = document.querySelector('[data-carousel-stage] ul')
  const dot = document.querySelector(`[aria-label^="${start}"]`)
  const positions: number[] = []
  Object.assign(window, { positions })
  const record = () => {
    positions.push(row?.scrollLeft ?? 0)
    requestAnimationFrame(record)
  }
  dot?.addEventListener('click', () => requestAnimationFrame(record))
  return dot?.getAttribute('aria-label') ?? ''
}

function isRecorded(): boolean {
  return (window as unknown as { positions: number[] }).positions.length > 10
}

function scrolled(): { positions: number[]; current: string | null | undefined } {
  const current = document.querySelector('[data-carousel-stage] [aria-current=true]')
  const { positions } = window as unknown as { positions: number[] }
  return { positions, current: current?.getAttribute('aria-label') }
}
