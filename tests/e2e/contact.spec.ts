import type { Page } from '@playwright/test'
import { failFirst, faults, holdFirst } from './support/network.ts'
import { expect, test } from './support/shop-test.ts'

const FORM = '**/rest/v1/rpc/send_message'
const WORDS = {
  Name: 'Ayesha Khan',
  Email: 'ayesha@example.com',
  Subject: 'Order ABCDEFGH',
  Message: 'Where is it?\nIt was to come on Monday.',
}

test('E18 an empty form says what is missing, goes to the first field and sends nothing', async ({
  page,
}) => {
  const sent = countSent(page)
  await page.goto('/contact')
  await send(page)
  for (const field of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(
      `${field} is required`,
    )
  }
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  expect(sent()).toBe(0)
})

test('E17 spaces are nothing, and an error goes when its field is edited', async ({ page }) => {
  await page.goto('/contact')
  await fillIn(page, { ...WORDS, Name: '   ', Email: 'a b@c.d' })
  await send(page)
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).pressSequentially('A')
  await expect(page.getByText('Name is required')).toBeHidden()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
})

test('a message is sent as JSON, trimmed, and the form is empty again', async ({ page }) => {
  await page.goto('/contact')
  await fillIn(page, { ...WORDS, Name: '  Ayesha Khan ', Email: ' ayesha@example.com ' })
  const request = page.waitForRequest(FORM)
  await send(page)
  expect((await request).headers()['content-type']).toBe('application/json')
  expect((await request).postDataJSON().p).toEqual({
    name: WORDS.Name,
    email: WORDS.Email,
    subject: WORDS.Subject,
    message: WORDS.Message,
    messageId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  await expect(page.getByText('Message sent!')).toBeVisible()
  await expect(page.getByText("Thanks for reaching out. We'll get back to you soon.")).toBeVisible()
  for (const field of Object.keys(WORDS)) {
    await expect(page.getByLabel(field, { exact: true })).toHaveValue('')
  }
})

test('E22 markup, other scripts and ten thousand characters are sent as they are', async ({
  page,
}) => {
  const words = {
    Name: '<script>alert(1)</script>',
    Email: 'ayesha+شہد@example.com',
    Subject: '=1+1 {{7*7}} %0aBcc: x@y.z',
    Message: `آداب\n${'<b>🌿</b> '.repeat(1100)}!`,
  }
  await page.goto('/contact')
  await fillIn(page, words)
  const request = page.waitForRequest(FORM)
  await send(page)
  expect((await request).postDataJSON().p).toEqual({
    name: words.Name,
    email: words.Email,
    subject: words.Subject,
    message: words.Message,
    messageId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  await expect(page.getByText('Message sent!')).toBeVisible()
})

test('E20 a message that is too long says so, is whole, and can be sent once it is shorter', async ({
  page,
}) => {
  const sent = countSent(page)
  const tooLong = 'x'.repeat(10_001)
  await page.goto('/contact')
  await fillIn(page, { ...WORDS, Message: tooLong })
  await send(page)
  const message = page.getByLabel('Message', { exact: true })
  await expect(message).toHaveAccessibleDescription('Please use at most 10,000 characters')
  await expect(message).toBeFocused()
  await expect(message).toHaveValue(tooLong)
  expect(sent()).toBe(0)
  await message.press('Backspace')
  await send(page)
  await expect(page.getByText('Message sent!')).toBeVisible()
})

test('the whole form works by keyboard', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Name', { exact: true }).focus()
  for (const words of Object.values(WORDS)) {
    await page.keyboard.insertText(words)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message sent!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused()
})

test('E21 a double click sends one message', async ({ page }) => {
  const sent = countSent(page)
  await page.goto('/contact')
  await fillIn(page, WORDS)
  await page.getByRole('button', { name: 'Send Message' }).dblclick()
  await expect(page.getByText('Message sent!')).toBeVisible()
  expect(sent()).toBe(1)
})

test('a press before the code of the form has come is sent, once', async ({ page }) => {
  const sent = countSent(page)
  const release = await holdFirst(page, '**/_astro/contact-form.*.js')
  await page.goto('/contact')
  await fillIn(page, WORDS)
  await page.getByRole('button', { name: 'Send Message' }).dblclick()
  expect(sent()).toBe(0)
  release()
  await expect(page.getByText('Message sent!')).toBeVisible()
  expect(sent()).toBe(1)
})

test('E19 a machine that fills what nobody sees is thanked, and nothing is sent', async ({
  page,
}) => {
  const sent = countSent(page)
  await page.goto('/contact')
  await fillIn(page, WORDS)
  await page.locator('[name=website]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await send(page)
  await expect(page.getByText('Message sent!')).toBeVisible()
  expect(sent()).toBe(0)
})

test.describe('when it cannot be sent', () => {
  test.use({ expectedNoise: /status of 500|ERR_CONNECTION|ERR_INTERNET|could not be sent/ })

  test('D45 a refusal is told, and every word is kept', async ({ page }) => {
    await page.route(FORM, (route) => route.fulfill({ status: 500, json: { ok: false } }))
    await page.goto('/contact')
    await fillIn(page, WORDS)
    await send(page)
    await expect(page.getByText('Submission Failed')).toBeVisible()
    await expect(
      page.getByText('There was an error sending your message. Please try again later.'),
    ).toBeVisible()
    await expectUnchanged(page)
  })

  test('a network that is lost before the code of the form has come is told, and the next press sends', async ({
    page,
    context,
  }) => {
    await page.goto('/contact')
    await context.setOffline(true)
    await fillIn(page, WORDS)
    await send(page)
    await expect(page.getByText('Please check your connection and try again.')).toBeVisible()
    await expectUnchanged(page)
    await context.setOffline(false)
    await send(page)
    await expect(page.getByText('Message sent!')).toBeVisible()
  })

  test('D46 a lost response is told, and the next press sends the same letter again', async ({
    page,
  }) => {
    const sent: { messageId: string }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc/send_message')) sent.push(request.postDataJSON().p)
    })
    await failFirst(page, FORM, faults.responseLost)
    await page.goto('/contact')
    await fillIn(page, WORDS)
    await send(page)
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(
      page.getByText('An unexpected error occurred. Please try again later.'),
    ).toBeVisible()
    await expectUnchanged(page)
    await send(page)
    await expect(page.getByText('Message sent!')).toBeVisible()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])

    await fillIn(page, WORDS)
    await send(page)
    await expect.poll(() => sent.length).toBe(3)
    expect(sent[2]?.messageId).not.toBe(sent[0]?.messageId)
  })
})

for (const [day, moment, words] of [
  ['Monday morning', '2026-11-23T09:00:00+05:00', 'Open now'],
  ['Monday evening', '2026-11-23T18:00:00+05:00', 'Closed now'],
  ['Sunday', '2026-11-22T12:00:00+05:00', 'Closed now'],
] as const) {
  test.describe(`on ${day} in Lahore`, () => {
    // The visitor's own zone says nothing about the shop's.
    test.use({ timezoneId: 'America/New_York' })

    test(`the hours say "${words}"`, async ({ page }) => {
      await page.clock.setFixedTime(new Date(moment))
      await page.goto('/contact')
      await expect(page.getByText(words, { exact: true })).toBeVisible()
      await expect(page.getByText('9:00 AM to 6:00 PM')).toBeVisible()
      await expect(page.getByText('10:00 AM to 4:00 PM')).toBeVisible()
    })
  })
}

test('nobody outside is asked for the map until a visitor wants it', async ({ page, baseURL }) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(String(baseURL))) outside.push(request.url())
  })
  await page.route('https://www.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The map</p>' }),
  )
  await page.goto('/contact')
  expect(outside).toEqual([])
  await expect(page.getByRole('link', { name: 'Get directions' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/dir\//,
  )
  await page.getByRole('button', { name: 'Show the map' }).press('Enter')
  const frame = page.getByTitle('Map of 12 Haveli Road, Gulberg III, Lahore, Pakistan')
  await expect(frame.contentFrame().getByText('The map')).toBeVisible()
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/)
  expect(outside).toHaveLength(1)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('there is an address to write to in place of the form', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeHidden()
    await expect(
      page.getByRole('region', { name: 'Write to us' }).getByRole('link', { name: '@' }),
    ).toBeVisible()
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
  await expect(page.getByText(/your words are still here/)).toBeVisible()
}

function countSent(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/send_message')) count += 1
  })
  return () => count
}
