/* The form of the contact page. */
import type { Page } from '@playwright/test'
import { failFirst, faults, holdFirst } from './support/network.ts'
import { recordRequests } from './support/page-checks.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

const FORM = '**/rest/v1/rpc/send_message'
const WORDS = {
  Name: 'Ayesha Khan',
  Email: 'ayesha@example.com',
  Subject: 'Order ABCDEFGH',
  Message: 'Where is it?\nIt was to come on Monday.',
}

test('E18 an empty form names what is missing, focuses the first field and sends nothing', async ({
  page,
}) => {
  const sent = recordRequests(page, '/rpc/send_message')
  await page.goto('/contact')
  await send(page)
  for (const field of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(
      `${field} is required`,
    )
  }
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  expect(sent).toEqual([])
})

test('E17 spaces alone are empty, and editing a field clears its error', async ({ page }) => {
  await page.goto('/contact')
  await fillIn(page, { ...WORDS, Name: '   ', Email: 'a b@c.d' })
  await send(page)
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).pressSequentially('A')
  await expect(page.getByText('Name is required')).toBeHidden()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
})

test('E22 rule 8.3: a message is sent as JSON, trimmed, otherwise as typed, and the form is empty again', async ({
  page,
}) => {
  const hostile = {
    Name: '<script>alert(1)</script>',
    Email: 'ayesha+شہد@example.com',
    Subject: '=1+1 {{7*7}} %0aBcc: x@y.z',
    Message: `آداب\n${'<b>🌿</b> '.repeat(1100)}!`,
  }
  await page.goto('/contact')
  for (const words of [WORDS, hostile]) {
    await fillIn(page, { ...words, Name: `  ${words.Name} `, Email: ` ${words.Email} ` })
    const request = page.waitForRequest(FORM)
    await send(page)
    expect((await request).headers()['content-type']).toBe('application/json')
    expect((await request).postDataJSON().p).toEqual({
      name: words.Name,
      email: words.Email,
      subject: words.Subject,
      message: words.Message,
      messageId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    await expect(
      page.getByText("Thanks for reaching out. We'll get back to you soon."),
    ).toBeVisible()
    for (const field of Object.keys(WORDS)) {
      await expect(page.getByLabel(field, { exact: true })).toHaveValue('')
    }
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
})

test('E20 a longer message is refused with a sentence, stays whole, and is sent once it is shorter', async ({
  page,
}) => {
  const sent = recordRequests(page, '/rpc/send_message')
  const tooLong = 'x'.repeat(10_001)
  await page.goto('/contact')
  await fillIn(page, { ...WORDS, Message: tooLong })
  await send(page)
  const message = page.getByLabel('Message', { exact: true })
  await expect(message).toHaveAccessibleDescription('Please use at most 10,000 characters')
  await expect(message).toBeFocused()
  await expect(message).toHaveValue(tooLong)
  expect(sent).toEqual([])
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
  const sent = recordRequests(page, '/rpc/send_message')
  await page.goto('/contact')
  await fillIn(page, WORDS)
  await page.getByRole('button', { name: 'Send Message' }).dblclick()
  await expect(page.getByText('Message sent!')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a press before the script has loaded loses nothing, and the next one sends', async ({
  page,
}) => {
  const sent = recordRequests(page, '/rpc/send_message')
  const release = await holdFirst(page, '**/_astro/ContactPage.*.js')
  await page.goto('/contact', { waitUntil: 'load' })
  await fillIn(page, WORDS)
  await send(page)
  expect(sent).toEqual([])
  release()
  await hydrated(page)
  await send(page)
  await expect(page.getByText('Message sent!')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('E19 a filled hidden field sends nothing and thanks', async ({ page }) => {
  const sent = recordRequests(page, '/rpc/send_message')
  await page.goto('/contact')
  await fillIn(page, WORDS)
  await page.locator('[name=website]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await send(page)
  await expect(page.getByText('Message sent!')).toBeVisible()
  expect(sent).toEqual([])
})

test.describe('while sending fails', () => {
  test.use({ expectedNoise: /status of 500|ERR_CONNECTION|ERR_INTERNET|could not be sent/ })

  test('D45 a refused message is named, and every field stays', async ({ page }) => {
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

  test('D46 a lost response is named, and the next press sends the same message again', async ({
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
