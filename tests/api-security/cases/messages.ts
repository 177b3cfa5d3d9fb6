/* The function that saves contact messages. */
import { expect } from 'vitest'
import { type AttackCase, attack, enforcedBy } from '../attack-case.ts'
import { expectCode, expectError } from '../expectations.ts'
import { otherMessage } from '../fixtures.ts'
import type { TestApi } from '../test-api.ts'

const TABLE = 'private.contact_messages'

const message = {
  messageId: 'message-of-a-caller-1',
  name: 'Nobody',
  email: 'nobody@example.com',
  subject: 'Hello',
  message: 'Is anybody there?',
}

const send = (api: TestApi, change: object = {}) =>
  api.rpc('send_message', { p: { ...message, ...change } })

export const messageCases: AttackCase[] = [
  attack(
    'a message is saved once, however often it is sent',
    async (api) => {
      expect(await send(api)).toMatchObject({ status: 201, body: { ok: true, replay: false } })
      expect(await send(api)).toMatchObject({ status: 200, body: { ok: true, replay: true } })
      expect(await api.sql(`select id from ${TABLE} where id = $1`, [message.messageId])).toEqual([
        { id: message.messageId },
      ])
    },
    [TABLE],
  ),
  attack('the id of another message changes and reveals nothing', async (api) => {
    expectCode(await send(api, { messageId: otherMessage.messageId }), 422, 'attempt_reused')
  }),
  attack('a message by GET is refused', async (api) => {
    const p = encodeURIComponent(JSON.stringify(message))
    expectCode(await api.request(`/rest/v1/rpc/send_message?p=${p}`), 405, 'use_post')
  }),
  attack(
    'the eleventh message of a client in ten minutes is refused',
    async (api) => {
      for (let nth = 1; nth <= 10; nth += 1) {
        expect((await send(api, { messageId: `${message.messageId}-${nth}` })).status).toBe(201)
      }
      expectCode(await send(api), 429, 'rate_limited')
    },
    [TABLE],
  ),
  attack('a column of the table is not a field', async (api) => {
    expectCode(await send(api, { read_at: 'now' }), 400, 'unknown_field', 'read_at')
  }),
  ...enforcedBy('PostgREST', [
    attack('NUL and half of a surrogate pair are refused', async (api) => {
      for (const text of ['a\\u0000b', 'a\\ud83cb']) {
        const body = JSON.stringify({ p: message }).replace('Hello', text)
        expectError(await api.rpc('send_message', body), 400)
      }
    }),
  ]),
]
