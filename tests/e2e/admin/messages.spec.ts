import { adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test('rules 8.6 and 16.4: a customer’s message, whose hidden field was filled in, is marked, read, replied to and deleted', async ({
  page,
  shop,
}) => {
  const messages = page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: /^Messages/ })
  await page.goto('/contact')
  await page.getByLabel('Name', { exact: true }).fill('Ayesha <b>Khan</b>')
  await page.getByLabel('Email', { exact: true }).fill('ayesha@example.com')
  await page.getByLabel('Subject', { exact: true }).fill('Order ABCDEFGH & more')
  await page
    .getByLabel('Message', { exact: true })
    .fill('Where is it?\n<img src=x onerror=alert(1)>')
  await page.locator('[name=website]').evaluate((hidden: HTMLInputElement) => {
    hidden.value = 'https://filled-in.example'
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message sent!')).toBeVisible()

  await page.goto('/admin/dashboard')
  await expect(messages).toHaveText(/1\s+unread/)
  await messages.click()
  const item = page
    .getByRole('list', { name: 'Messages, newest first' })
    .getByRole('listitem')
    .first()
  await expect(item).toContainText('Unread')
  await expect(item).toContainText('Perhaps spam')
  await item.locator('summary').press('Enter')
  await expect(item.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(item.getByText('Ayesha <b>Khan</b>')).toBeVisible()
  await expect(item.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    'mailto:ayesha@example.com?subject=Re%3A%20Order%20ABCDEFGH%20%26%20more',
  )
  await expect(messages.getByText('unread')).toBeHidden()
  await item.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(messages).toHaveText(/1\s+unread/)

  await item.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this message for good?' })
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(item.getByRole('button', { name: 'Delete' })).toBeFocused()
  await item.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Message deleted')).toBeVisible()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  expect(await shop.sql('select id from private.contact_messages')).toEqual([])
})
