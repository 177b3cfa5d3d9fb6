/* One kind of message: the admin's texts, noted (rules 21.10, 21.60 and 21.61). */
import { orderIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test('rules 21.60 and 21.61: a changed text is checked, previewed, sent and noted', async ({
  page,
  context,
  shop,
}) => {
  const id = await orderIn(shop, { phone: '0300 1112299' })
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }))
  await page.goto('/admin/settings#message-texts')
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  await field.fill('Salam {nmae} ｛id｝')
  await page.getByRole('button', { name: 'Save Text' }).click()
  await expect(page.getByText('Nothing is filled into “{nmae}”, “｛id｝”.')).toBeVisible()
  await field.fill('x'.repeat(1240))
  await expect(page.getByText('1,240 of 1,000 letters')).toBeVisible()
  await expect(field).toHaveValue('x'.repeat(1240))
  await field.fill('Salam {name}, order {id}')
  await expect(page.getByRole('note', { name: 'Preview' })).toHaveText(
    'Salam Ayesha Khan, order ABCDEFGH',
  )
  await expectAccessible(page.getByRole('region', { name: 'Messages to customers' }))
  await page.getByRole('button', { name: 'Save Text' }).click()
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await field.fill('Salam {name}, order {id}: {link}')
  await page.getByRole('button', { name: 'Save Text' }).click()
  await expect(page.getByText('Message saved: Please confirm, Roman Urdu')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  const back = page.getByRole('button', { name: 'Back to the shop’s text' })
  await back.click()
  await expect(field).toHaveValue(/\{shop\}/)
  // Undo leaves alone what is typed since, and refuses where another admin saved a text.
  await field.fill('Salam')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(back).toBeVisible()
  await expect(field).toHaveValue('Salam')
  await back.click()
  await expect(field).toHaveValue(/\{shop\}/)
  await shop.sql(
    `insert into private.message_templates (kind, language, text)
     values ('confirm', 'ur-Latn', 'Order {id}: {link}')`,
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The text changed meanwhile.')).toBeVisible()
  await expect(field).toHaveValue('Order {id}: {link}')
  await field.fill('Salam {name}, order {id}: {link}')
  await page.getByRole('button', { name: 'Save Text' }).click()
  await expect(page.getByText('Message saved')).toBeVisible()
  await page.getByRole('combobox', { name: 'Message' }).selectOption('It is on its way')
  await expect(field).toHaveValue(/rawana/)

  await page.goto(`/admin/orders/${id}`)
  const chat = page.getByRole('link', { name: 'WhatsApp' })
  await expect(chat).toHaveAttribute('href', /Salam%20.*confirm%3D/)
  const [opened] = await Promise.all([context.waitForEvent('page'), chat.click()])
  await opened.close()
  await expect(chat).toHaveText('WhatsApp (sent 1)')
  await page.locator('summary', { hasText: 'Contacts so far (1)' }).click()
  await expect(page.getByRole('list', { name: 'Messages to the customer' })).toContainText(
    'Please confirm',
  )
  const told = await shop.sql(
    'select kind, language from private.told_messages where order_id = $1',
    [id],
  )
  expect(told).toEqual([{ kind: 'confirm', language: 'ur-Latn' }])
})
