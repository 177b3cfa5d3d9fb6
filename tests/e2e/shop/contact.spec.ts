/* The contact page: its form, opening hours and map. */
import type { Page, Request, Route } from '@playwright/test'
import { contactLinks } from '#config/contact-links.ts'
import { settings } from '#config/settings.ts'
import { setServerClock } from '../support/clock.ts'
import { failFirst, faults, holdFirst } from '../support/network.ts'
import { recordRequests } from '../support/page-checks.ts'
import { expect, test } from '../support/shop-test.ts'

const FORM = '**/rest/v1/rpc/send_message'
const WORDS = {
  Name: 'Ayesha Khan',
  Email: 'ayesha@example.com',
  Subject: 'Order ABCDEFGH',
  Message: 'Where is it?\nIt was to come on Monday.',
}

test('E17 E18 E19 E20 E21 E22 rule 8.3: by keyboard or by a double click one message is sent as JSON, trimmed, otherwise as typed, and the form is empty again; problems are named at their fields and send nothing, and editing clears them', async ({
  page,
}) => {
  const hostile = {
    Name: '<script>alert(1)</script>',
    Email: 'ayesha+شہد@example.com',
    Subject: '=1+1 {{7*7}} %0aBcc: x@y.z',
    Message: `آداب\n${'<b>🌿</b> '.repeat(1100)}!`,
  }
  const button = page.getByRole('button', { name: 'Send Message' })
  const requests: Request[] = []
  page.on('request', (request) => request.url().endsWith('/send_message') && requests.push(request))
  await page.goto('/contact')
  for (const [nth, words] of [WORDS, hostile].entries()) {
    await page.getByLabel('Name', { exact: true }).focus()
    for (const text of Object.values(words)) {
      await page.keyboard.insertText(`  ${text} `)
      await page.keyboard.press('Tab')
    }
    await expect(button).toBeFocused()
    await (nth === 0 ? page.keyboard.press('Enter') : button.dblclick())
    // What is pointed at stays until it is dismissed.
    await page.getByText("Thanks for reaching out. We'll get back to you soon.").hover()
    await expect(button).toBeFocused()
    expect(requests).toHaveLength(nth + 1)
    expect(requests[nth]?.headers()['content-type']).toBe('application/json')
    expect(requests[nth]?.postDataJSON().p).toEqual({
      name: words.Name,
      email: words.Email,
      subject: words.Subject,
      message: words.Message,
      messageId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    for (const field of Object.keys(WORDS)) {
      await expect(page.getByLabel(field, { exact: true })).toHaveValue('')
    }
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }

  const field = (label: string) => page.getByLabel(label, { exact: true })
  await send(page)
  for (const label of Object.keys(WORDS)) {
    await expect(field(label)).toHaveAccessibleDescription(`${label} is required`)
  }
  await expect(field('Name')).toBeFocused()

  await fillIn(page, { ...WORDS, Name: '   ', Email: 'a b@c.d' })
  await send(page)
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await field('Name').pressSequentially('A')
  await expect(page.getByText('Name is required')).toBeHidden()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()

  const [message, tooLong] = [field('Message'), 'x'.repeat(10_001)]
  await fillIn(page, { ...WORDS, Message: tooLong })
  await send(page)
  await expect(message).toHaveAccessibleDescription('Please use at most 10,000 characters')
  await expect(message).toBeFocused()
  await expect(message).toHaveValue(tooLong)
  expect(requests).toHaveLength(2)
})

test('rule 8.12: pressed before its script, the form says that it is still loading, and sends what was typed when it comes', async ({
  page,
}) => {
  const sent = recordRequests(page, '/rpc/send_message')
  const release = await holdFirst(page, '**/_astro/ContactForm.*.js')
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(page, WORDS)
  const button = page.getByRole('button', { name: 'Send Message' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  // What is marked as disabled can still be pressed.
  await button.click({ force: true })
  await expect(page.getByText('This form is still loading.')).toBeVisible()
  expect(sent).toEqual([])
  release()
  await expect(page.getByText('Message sent!')).toBeVisible()
  await expect(page.getByText('This form is still loading.')).toBeHidden()
  await expect(button).toBeFocused()
  expect(sent).toHaveLength(1)
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('rule 8.13: without a form service the page shows no form, says so, and names every other way', async ({
    page,
  }) => {
    await page.goto('/contact')
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeHidden()
    const section = page.getByRole('region', { name: 'Write to us' })
    await expect(section.getByText(/needs JavaScript/)).toBeVisible()
    await expect(section.getByRole('link')).toHaveText(contactLinks.map(({ label }) => label))
  })
})

test.describe('while sending fails', () => {
  test.use({ expectedNoise: /status of 500|ERR_CONNECTION|ERR_INTERNET|could not be sent/ })

  test('D45 D46 rule 18.105: a refused message and a lost response are named, and so is an error of the program, every field stays, and the next press sends the same message again', async ({
    page,
  }) => {
    const sent: { messageId: string }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc/send_message')) sent.push(request.postDataJSON().p)
    })
    const refused = (route: Route) => route.fulfill({ status: 500, json: { ok: false } })
    await failFirst(page, FORM, refused, faults.responseLost)
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/contact')
    await fillIn(page, WORDS)
    const button = page.getByRole('button', { name: 'Send Message' })
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await send(page)
    await expect(page.getByText('Submission Failed')).toBeVisible()
    await expect(
      page.getByText('There was an error sending your message. Please try again later.'),
    ).toBeVisible()
    await expectUnchanged(page)
    await send(page)
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(
      page.getByText('An unexpected error occurred. Please try again later.'),
    ).toBeVisible()
    await expectUnchanged(page)
    await send(page)
    await expect(page.getByText('Message sent!')).toBeVisible()
    expect(sent).toHaveLength(3)
    expect(sent[2]).toEqual(sent[1])

    await fillIn(page, WORDS)
    await send(page)
    await expect.poll(() => sent.length).toBe(4)
    expect(sent[3]?.messageId).not.toBe(sent[2]?.messageId)

    // Rule 18.105: an error of the program does not read as one of the network.
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
    await page.evaluate(() => {
      crypto.getRandomValues = () => {
        throw new TypeError('crypto.getRandomValues is broken')
      }
    })
    await fillIn(page, WORDS)
    await send(page)
    await expect(
      page.getByText('Something went wrong on this page, so your message may not be sent.'),
    ).toBeVisible()
    await expectUnchanged(page)
    expect(sent).toHaveLength(4)
  })
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('rules 8.9 and 8.10: the page says whether the shop is open now, by the clock of the server and in the zone of the shop, and the map is loaded on request only', async ({
    page,
    baseURL,
  }) => {
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(String(baseURL))) outside.push(request.url())
    })
    await page.route('https://www.google.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>The map</p>' }),
    )
    // On this device it is Sunday, and in New York eleven in the evening.
    await page.clock.setFixedTime(new Date('2026-11-22T09:00:00+05:00'))
    await setServerClock(page, '2026-11-23T09:00:00+05:00')
    await page.goto('/contact')
    await expect(page.getByText('Open now', { exact: true })).toBeVisible()
    await expect(page.getByText('9:00 AM to 6:00 PM')).toBeVisible()
    await expect(page.getByText('10:00 AM to 4:00 PM')).toBeVisible()

    expect(outside).toEqual([])
    await expect(page.getByRole('link', { name: 'Get directions' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.google\.com\/maps\/dir\//,
    )
    await page.getByRole('link', { name: 'Show the map' }).press('Enter')
    const frame = page.getByTitle(`Map of ${settings.address}`)
    await expect(frame.contentFrame().getByText('The map')).toBeVisible()
    await expect(frame).toHaveAttribute('sandbox', /allow-scripts/)
    expect(outside).toHaveLength(1)
  })
})

async function fillIn(page: Page, words: typeof WORDS): Promise<void> {
  for (const [label, text] of Object.entries(words)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send Message' }).click()
}

async function expectUnchanged(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(WORDS)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
  }
  await expect(page.getByText(/your words are still here/i)).toBeInViewport({ ratio: 1 })
}
