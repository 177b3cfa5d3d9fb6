/* Writing to the shop, which has no form service: what is sent there, and whose messages are read. */
import { expect } from 'vitest'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectCode, expectError } from '../outcomes.ts'
import { letter } from '../planted.ts'
import type { Shop } from '../shop.ts'

const MESSAGES = 'private.contact_messages'

const mine = {
  messageId: 'message-of-a-caller-1',
  name: 'Nobody',
  email: 'nobody@example.com',
  subject: 'Hello',
  message: 'Is anybody there?',
}

const send = (shop: Shop, change: object = {}) =>
  shop.call('send_message', { p: { ...mine, ...change } })

export const messages: AttackCase[] = [
  fact(
    'a message is saved once, however often it is sent',
    async (shop) => {
      expect(await send(shop)).toMatchObject({ status: 201, body: { ok: true, replay: false } })
      expect(await send(shop)).toMatchObject({ status: 200, body: { ok: true, replay: true } })
      expect(await countOf(shop, mine.messageId)).toBe(1)
    },
    [MESSAGES],
  ),
  fact('the id of somebody else changes and shows nothing of that message', async (shop) => {
    expectCode(await send(shop, { messageId: letter.messageId }), 422, 'attempt_reused')
  }),
  fact('a message by GET, which no limit could count, is refused', async (shop) => {
    const p = encodeURIComponent(JSON.stringify(mine))
    expectCode(await shop.ask(`/rest/v1/rpc/send_message?p=${p}`), 405, 'use_post')
  }),
  fact(
    'the eleventh message of a caller in ten minutes is refused',
    async (shop) => {
      for (let nth = 1; nth <= 10; nth += 1) {
        expect((await send(shop, { messageId: `${mine.messageId}-${nth}` })).status).toBe(201)
      }
      expectCode(await send(shop), 429, 'rate_limited')
    },
    [MESSAGES],
  ),
  ...[
    ['markup for an id', { messageId: '<b>'.repeat(8) }, 422, 'bad_field', 'messageId'],
    ['a field of the table', { read_at: 'now' }, 400, 'unknown_field', 'read_at'],
    ['a second head of a mail', { email: 'a@b.c\nBcc: x@y.z' }, 422, 'email_invalid', 'email'],
    ['a list for a text', { message: ['x'] }, 422, 'required', 'message'],
    ['more text than any message', { message: 'x'.repeat(10_001) }, 422, 'too_long', 'message'],
  ].map(([what, change, status, code, field]) =>
    fact(`${what} is refused`, async (shop) => {
      expectCode(await send(shop, change as object), Number(status), String(code), String(field))
    }),
  ),
  fact('NUL and half of a character are refused', async (shop) => {
    for (const text of ['a\\u0000b', 'a\\ud83cb']) {
      const body = JSON.stringify({ p: mine }).replace('Hello', text)
      expectError(await shop.call('send_message', body), 400)
    }
  }),
]

async function countOf(shop: Shop, id: string) {
  const [row] = await shop.asAdmin(`select count(*)::integer from ${MESSAGES} where id = $1`, [id])
  return row?.['count']
}
