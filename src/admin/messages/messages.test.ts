import { expect, test } from 'vitest'
import { replyHref } from './messages.ts'

test('a reply goes to the address of the writer, with the subject', () => {
  expect(replyHref({ email: 'a.b+c@example.com', subject: 'Order ABCDEFGH' })).toBe(
    'mailto:a.b%2Bc@example.com?subject=Re%3A%20Order%20ABCDEFGH',
  )
})

test.each([
  ['a?bcc=x%40y.z@b.c', 'S'],
  ['a@b.c?bcc=x', 'S'],
  ['a&bcc=x@b.c', 'S'],
  ['a@b.c', 'S&bcc=x@y.z'],
  ['a@b.c', 'S#x?cc=x@y.z'],
  ['a,x%40y.z@b.c', 'S'],
])('a reply to %s about "%s" has one recipient and no other field', (email, subject) => {
  const url = new URL(replyHref({ email, subject }))
  expect(url.pathname.split('@').map(decodeURIComponent).join('@')).toBe(email)
  expect(url.pathname).not.toContain(',')
  expect([...url.searchParams]).toEqual([['subject', `Re: ${subject}`]])
})
