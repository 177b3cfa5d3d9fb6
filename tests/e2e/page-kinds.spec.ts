/*
 * A page of every kind, with what opens on it, passes axe, and fits at 320 px, beside the admin's sidebar at 769 px, with
 * text twice as large, and, of customers, with text spaced as WCAG 1.4.12 has it. React hydrates every island, under the
 * content policy: what that refuses is noise in the console. No page of the admin moves while its data comes.
 * `npm run pictures` saves what they look like in test-results/pictures.
 */
import type { Page } from '@playwright/test'
import { paths } from '#paths.ts'
import { ADMIN_PATHS } from '#tests/support/built-site.ts'
import { choice, otherProduct, pairedProduct, product } from '#tests/support/catalogue.ts'
import { setState, setStatus } from './support/admin.ts'
import { openFilledCheckout, pressPlaceOrder, putInCart } from './support/customer.ts'
import {
  confirmAll,
  messageIn,
  type OwnShop,
  orderIn,
  orderOnDevice,
  ordersIn,
  adminTest as test,
} from './support/own-shop.ts'
import {
  dataLoaded,
  expectNoViolations,
  loadAxe,
  recordRequests,
  recordShifts,
  shiftsOnceLoaded,
  slowData,
} from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const LONG_SUBJECT = `Order ${'ABCDEFGH'.repeat(20)}`

/** Brings the page into a state, or the state before it into the next. */
type States = [name: string, arrive: (page: Page, shop: OwnShop) => Promise<unknown>][]

/** Phones scale text by the size of the root's font. */
const LOOKS = {
  '360': { width: 360, text: '100%', colorScheme: 'light' },
  '360-dark': { width: 360, text: '100%', colorScheme: 'dark' },
  '1440': { width: 1440, text: '100%', colorScheme: 'light' },
  '1440-dark': { width: 1440, text: '100%', colorScheme: 'dark' },
  '769': { width: 769, text: '100%', colorScheme: 'light' },
  '320': { width: 320, text: '100%', colorScheme: 'light' },
  '320-spaced': { width: 320, text: '100%', colorScheme: 'light' },
  '360-large': { width: 360, text: '200%', colorScheme: 'light' },
  '1280-large': { width: 1280, text: '200%', colorScheme: 'light' },
} as const

/** In this order a page is loaded once, and ends as the next one begins. axe looks at the last one. */
const CHECKED = ['769', '1280-large', '360-large', '320'] as const

/** What WCAG 1.4.12 lets a reader set. */
const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`

/** On a wide screen these show parts of their own, at which axe looks too: others are arranged anew. */
const WIDE = new Set([
  ...['home', 'products', 'cart', 'checkout', 'shipped'],
  ...['admin-dashboard', 'admin-orders', 'selected', 'admin-orders-ABCDEFGH'],
  ...['admin-products', 'admin-customers', 'admin-how-it-works'],
])

/** These show all of what pages have in common. */
const WITH_FRAME = new Set(['home', 'cart', 'admin-dashboard'])

/** Closed on a wide screen. */
const NARROW = new Set(['menu'])

const PICTURED = Object.keys(LOOKS) as (keyof typeof LOOKS)[]

/** Of every kind of page to read one, and those that no link leads to. */
const READ_PATHS = [
  ...['/about', '/contact', '/results', '/blog', '/blog/1', '/returns', '/offline', '/nowhere'],
  ...['/delivery', '/questions', '/our-parcel'],
  ...['/product/nothing', '/order/find', '/order/tracking/ABCDEFGH'],
]

const FINDING: States = [
  ['home', (page) => page.goto('/')],
  [
    'menu',
    async (page) => {
      await page.locator('[data-menu-button]').dispatchEvent('click')
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    },
  ],
  ['products', (page) => page.goto('/products')],
  ['nothing-found', (page) => page.goto('/products?q=nothing-like-this')],
  [
    'product',
    async (page) => {
      await page.goto(pairedProduct.path)
      await page.getByLabel('Quantity', { exact: true }).fill('2')
      await expect(page.getByRole('button', { name: /^Swap 2 / })).toBeVisible()
      await page.getByRole('tab', { name: 'Ingredients' }).click()
    },
  ],
  [
    'drawer',
    async (page) => {
      await page.getByRole('button', { name: 'Add to cart' }).first().click()
      await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible()
    },
  ],
]

const READING = READ_PATHS.map((path): States[number] => [nameOf(path), (page) => page.goto(path)])

const BUYING: States = [
  ['cart-empty', (page) => page.goto('/cart')],
  [
    'cart',
    async (page) => {
      await putInCart(page, [choice(product, 2), choice(otherProduct, 20)])
      await page.goto('/cart')
    },
  ],
  ['checkout', (page) => page.goto('/checkout')],
  [
    'checkout-errors',
    async (page) => {
      await pressPlaceOrder(page)
      await expect(page.getByText('This field is required').first()).toBeVisible()
    },
  ],
  [
    'confirmation',
    async (page) => {
      await openFilledCheckout(page)
      await pressPlaceOrder(page)
      await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    },
  ],
  ...['pending', 'shipped', 'delivered', 'cancelled'].map((status): States[number] => [
    status,
    async (page, shop) => {
      const id = await orderOnDevice(page, shop)
      await shop.sql('update public.orders set status = $2 where id = $1', [id, status])
      await openTracking(page, id)
    },
  ]),
  [
    'masked',
    async (page, shop) => {
      const id = await orderIn(shop)
      const anHourAgo = "update public.orders set date = now() - interval '1 hour' where id = $1"
      await shop.withoutTriggers(anHourAgo, [id])
      await openTracking(page, id)
    },
  ],
  [
    'contact-errors',
    async (page) => {
      await page.goto('/contact')
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByText('Email is required')).toBeVisible()
    },
  ],
]

const OPEN_ADMIN = ADMIN_PATHS.map((path): States[number] => [
  nameOf(path),
  async (page, shop) =>
    page.goto(path.replace('ABCDEFGH', path.endsWith('H') ? await orderIn(shop) : '')),
])

const ADMIN_PAGES: States = [
  ...OPEN_ADMIN.filter(([name]) => !name.includes('?')),
  ['batch', async (page, shop) => page.goto(paths.adminBatch((await booked(shop)).batch))],
]

/** The same pages in another state. */
const ADMIN_VARIANTS: States = [
  ...OPEN_ADMIN.filter(([name]) => name.includes('?')),
  ['to-pack', (page) => page.goto(`${paths.adminOrders}?view=to-pack`)],
  ['booked', async (page, shop) => page.goto(paths.adminOrder((await booked(shop)).order))],
]

/** What is opened on a page of the admin, right after it. */
const OPENED: Record<string, States[number]> = {
  'admin-dashboard': ['figures', (page) => page.getByText('Show the figures').click()],
  'admin-messages': [
    'message',
    async (page) => {
      await page.getByText(LONG_SUBJECT).click()
      await expect(page.getByRole('link', { name: 'Reply by email' })).toBeVisible()
    },
  ],
  'admin-orders': [
    'selected',
    async (page) => {
      await page.getByLabel('Select all on this page').check()
      await expect(page.getByText(/orders? selected/).first()).toBeVisible()
    },
  ],
}

const ADMIN: States = [
  ...ADMIN_PAGES.flatMap(([name, open]): States => {
    const arrive: States[number][1] = async (page, shop) => {
      await expectNoShifts(page, 1280, () => open(page, shop))
      await expectNoShifts(page, 360, () => open(page, shop))
    }
    const opened = OPENED[name]
    return opened ? [[name, arrive], opened] : [[name, arrive]]
  }),
  ...ADMIN_VARIANTS.map(([name, open]): States[number] => [
    name,
    (page, shop) => expectNoShifts(page, 360, () => open(page, shop)),
  ]),
  [
    'login',
    async (page) => {
      // What comes after the session's end is refused, which the console says.
      await dataLoaded(page)
      const tabs = page.getByRole('navigation', { name: 'Admin' })
      await tabs.getByRole('button', { name: 'More' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByLabel('Password')).toBeVisible()
    },
  ],
]

test.use({ expectedNoise: /status of 404|404: no page/, reducedMotion: 'reduce' })

for (const [part, states] of Object.entries({ FINDING, READING, BUYING, ADMIN })) {
  test(`D47 rules 12.1, 12.5 and 12.30: pages pass axe, and nothing is cut at 320 and 769 px, nor at 360 and 1280 px with text twice as large (${part.toLowerCase()}${states === ADMIN ? ', of which none moves while its data comes: rule 12.7' : ''})`, async ({
    page,
    shop,
  }, { project }) => {
    test.slow()
    if (states === ADMIN) {
      await fillAdmin(shop)
      await recordShifts(page)
      await slowData(page)
    }
    await orderIn(shop, { fullName: 'Muhammad Abdul-Rehman Chaudhry', city: 'Mandi Bahauddin' })
    await messageIn(shop, LONG_SUBJECT, 'عائشہ '.repeat(50))
    const isPictures = project.name === 'pictures'
    if (!isPictures) await loadAxe(page)
    const requests = recordRequests(page)
    const problems: string[] = []
    for (const [name, arrive] of states) {
      const frame = WITH_FRAME.has(name)
      await arrive(page, shop)
      // Only an order that is loaded has a heading.
      await expect(page.locator('h1')).toBeAttached()
      await expect(
        page.getByText(/could not be loaded|went wrong/i).filter({ visible: true }),
      ).toHaveCount(0)
      const looks = states === ADMIN ? looksAt(name) : (['320-spaced', ...looksAt(name)] as const)
      for (const look of isPictures ? PICTURED : looks) {
        if (isPictures) await page.emulateMedia({ colorScheme: LOOKS[look].colorScheme })
        await show(page, look)
        for (const cut of await page.evaluate(findCut)) {
          // A long word may break where letters stand apart.
          if (look !== '320-spaced' || !cut.startsWith('broken'))
            problems.push(`${name} ${look}: ${cut}`)
        }
        if (isPictures) {
          const fullPage = (await page.locator('dialog[open]').count()) === 0
          await page.screenshot({ path: `test-results/pictures/${name}-${look}.png`, fullPage })
        } else if (look === '320') await expectNoViolations(page, { frame })
        // Colors are the same as at 320 px, and axe takes longest to find their contrasts.
        else if (look === '1440')
          await expectNoViolations(page, { without: ['color-contrast'], frame })
      }
      if (isPictures) await show(page, '360')
      // Also those islands that wait until they are seen.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    }
    expect(problems).toEqual([])
    // Rule 20.6: what is read needs no backend. Pauses may be asked for, and no response changes nothing.
    const toBackend = requests.filter((url) => /\/(rest|auth|forms)\//.test(url))
    if (part === 'FINDING' || part === 'READING')
      expect(toBackend.filter((url) => !/\/rpc\/(track_order|shop_pauses)$/.test(url))).toEqual([])
  })
}

/**
 * Something for every list: parcels of a day, of which one is on its way, one not delivered, one on its way back and one
 * cancelled, requests for help, messages, and a marked order.
 */
async function fillAdmin(shop: OwnShop): Promise<void> {
  const ids = await ordersIn(shop, 7, (nth) => ({ phone: `0300 660000${nth}` }))
  await confirmAll(shop)
  for (const id of ids.slice(0, 3)) await setState(shop, id, { status: 'shipped', courier: 'tcs' })
  for (const [nth, state] of ['attempt_failed', 'returned'].entries())
    await shop.sql(
      `select private.move_parcels(array[private.admin_event(id, $2)])
       from private.parcels where order_id = $1`,
      [ids[nth], state],
    )
  await shop.sql(
    "insert into private.marked_orders (order_id, mark, group_key) values ($1, 'many_of_phone', 'bbbbbbbbbbbb')",
    [ids[6]],
  )
  await shop.sql(
    `insert into private.help_requests (order_id, kind, text)
     select id, 'damaged', 'Please help' from unnest($1::text[]) id`,
    [ids.slice(0, 2)],
  )
  await shop.sql(
    `insert into private.contact_messages (id, name, email, subject, message)
     select gen_random_uuid(), 'Ayesha', 'a@example.com', 'Oil', 'A long question about oil' from generate_series(1, 5)`,
  )
  await shop.sql(
    `with batch as (insert into private.export_batches (courier) values ('postex') returning id)
     insert into private.exported_orders (batch_id, order_id)
     select batch.id, order_id from batch, unnest($1::text[]) order_id`,
    [ids],
  )
  await setStatus(shop, String(ids[5]), 'cancelled')
}

/** The newest batch, and an order of it that is not on its way. */
async function booked(shop: OwnShop): Promise<{ batch: number; order: string }> {
  const [row] = await shop.sql(
    `select batch_id::integer as batch, order_id as "order" from private.exported_orders
     join public.orders on id = order_id where status = 'pending' order by batch_id desc limit 1`,
  )
  return row as { batch: number; order: string }
}

/** Rule 12.7: nothing moves while data comes slowly and one response after the other. */
async function expectNoShifts(page: Page, width: number, open: () => Promise<unknown>) {
  await page.setViewportSize({ width, height: 800 })
  await open()
  const moved = await shiftsOnceLoaded(page)
  // Less is a row that a late font moves by a pixel.
  const seen = moved.filter((shift) => Number.parseFloat(shift) >= 0.001)
  expect.soft(seen, `${page.url()} at ${width}`).toEqual([])
}

function looksAt(name: string): (keyof typeof LOOKS)[] {
  if (NARROW.has(name)) return ['360-large', '320']
  return [...(WIDE.has(name) ? (['1440'] as const) : []), ...CHECKED]
}

function nameOf(path: string): string {
  return path.slice(1).replaceAll('/', '-')
}

async function openTracking(page: Page, id: string): Promise<void> {
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByText(id).first()).toBeVisible()
}

async function show(page: Page, look: keyof typeof LOOKS): Promise<void> {
  const { width, text } = LOOKS[look]
  await page.setViewportSize({ width, height: 800 })
  const sheet = look === '320-spaced' ? SPACING : ''
  await page.evaluate(
    ([size, css]) => {
      document.documentElement.style.fontSize = size
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(css)
      document.adoptedStyleSheets = [spacing]
      // Islands follow a media query in the next frame.
      return new Promise(requestAnimationFrame)
    },
    [text, sheet] as const,
  )
}

/**
 * What cannot be seen in full, even by scrolling, and words of headings, names and buttons that are broken.
 * Text that ends in an ellipsis is cut on purpose.
 */
function findCut(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
  const badge = document.querySelector('[data-cart-count]')?.getBoundingClientRect()
  const bag = document.querySelector('[data-cart-link] svg')?.getBoundingClientRect()
  if (badge && bag && badge.left < bag.left + bag.width / 3 && badge.bottom > bag.top)
    found.push('the count covers the bag')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const parent = text.parentElement
    if (!parent?.checkVisibility({ visibilityProperty: true }) || !text.textContent?.trim())
      continue
    if (parent.closest('h1, h2, h3, th, button, a.rounded-md') && !parent.closest('bdi')) {
      for (const { 0: word, index } of text.textContent.matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
          found.push(`broken: ${word}`)
      }
    }
    range.selectNodeContents(text)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    const note = (what: string) => found.push(`${what} ${text.textContent?.trim().slice(0, 40)}`)
    let box: Element | null = parent
    for (; box; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (/auto|scroll/.test(style.overflowX) || style.clipPath === 'inset(50%)') break
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break
      if (style.overflow === 'visible') continue
      const edge = box.getBoundingClientRect()
      const hidden = [edge.left - left, right - edge.right, edge.top - top, bottom - edge.bottom]
      if (Math.max(...hidden) > 2) note('hidden:')
    }
    if (!box && (left < -1 || right > clientWidth + 1)) note('outside the screen:')
  }
  return found
}
