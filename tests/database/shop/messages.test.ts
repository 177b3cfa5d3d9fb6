import { describe, expect, test } from 'vitest'
import {
  type ContactMessage,
  cleanMessage,
  MESSAGE_FIELDS,
  MESSAGE_MAX_LENGTHS,
  messageProblems,
} from '#shop/contact/contact-message.ts'
import {
  admin,
  anonymous,
  type DatabaseCaller,
  from,
  openDatabase,
  refusal,
  tooMany,
} from '../../support/database.ts'
import { MAX_COUNTS, setCount } from '../../support/limits.ts'

const { sql, call } = openDatabase()

const words = {
  name: 'Ayesha Khan',
  email: 'Ayesha@Example.com',
  subject: 'Order ABCDEFGH',
  message: 'Where is it?\nIt was to come on Monday.',
}
const id = (nth: number) => `message-id-${String(nth).padStart(8, '0')}`

describe('a message to the shop', () => {
  test('is saved as it was sent, unread, and found by its e-mail in lower case', async () => {
    expect(await send()).toEqual({ status: 201, body: { ok: true, replay: false } })
    expect(await saved()).toEqual([
      { id: id(1), ...words, email_key: 'ayesha@example.com', read_at: null },
    ])
  })

  test('sent again is saved once', async () => {
    await send()
    expect(await send()).toEqual({ status: 200, body: { ok: true, replay: true } })
    expect(await saved()).toHaveLength(1)
  })

  test('with the id of another one is refused, and that one stays', async () => {
    await send()
    const other = await send({ message: 'Something else' })
    expect(other).toEqual(refusal(422, 'attempt_reused'))
    const long = await send({ message: '\r'.repeat(10_001) })
    expect(long).toEqual(refusal(422, 'too_long', 'message'))
    expect(await saved()).toMatchObject([words])
  })

  test.each<[what: string, typed: ContactMessage]>([
    ['no letters at all', { ...words, message: '\u200B\n\u200B' }],
    ['a name of 101 characters', { ...words, name: 'x'.repeat(101) }],
    ['an email of 255 characters', { ...words, email: `${'x'.repeat(251)}@b.c` }],
    ['a subject of 201 characters', { ...words, subject: '🌿'.repeat(201) }],
    ['a message of 10,001 characters', { ...words, message: 'x'.repeat(10_001) }],
    ['an email without a dot', { ...words, email: 'a@b' }],
    ['two emails', { ...words, email: 'a@b.c,x@y.z' }],
    ['a head of a mail', { ...words, email: 'a@b.c\nBcc: x@y.z' }],
    ...MESSAGE_FIELDS.map((field): [string, ContactMessage] => [
      `no ${field}`,
      { ...words, [field]: ' ' },
    ]),
  ])('with %s is refused as the form refuses it', async (_, typed) => {
    const [problem] = Object.entries(messageProblems(cleanMessage(typed)))
    const response = await send(typed)
    expect(response).toEqual({
      status: 422,
      body: { ok: false, code: problem?.[1], field: problem?.[0] },
    })
    expect(await saved()).toEqual([])
  })

  test('of the greatest length is saved whole', async () => {
    const longest = {
      name: '🌿'.repeat(MESSAGE_MAX_LENGTHS.name),
      email: `${'🌿'.repeat(MESSAGE_MAX_LENGTHS.email - 4)}@b.c`,
      subject: '🌿'.repeat(MESSAGE_MAX_LENGTHS.subject),
      message: '🌿'.repeat(MESSAGE_MAX_LENGTHS.message),
    }
    expect(await send(longest)).toMatchObject({ status: 201 })
    expect(await saved()).toMatchObject([longest])
  })

  test.each([
    '  one \u202Etwo\u202C\r\n\r\n three\tfour\u2028five\u00A0 ',
    'عائشہ\nخان',
    '\u0001\u0007x\u009F\n\n',
  ])('is cleaned as the form cleans it: %j', async (message) => {
    await send({ message })
    expect(await saved()).toMatchObject([{ message: cleanMessage({ ...words, message }).message }])
  })

  test('of ten thousand combining marks is saved in a moment', async () => {
    const message = `a${'\u0345\u0301\u0316'.repeat(3333)}`
    let fastest = Number.POSITIVE_INFINITY
    // Other work on the machine only adds time.
    for (let nth = 0; nth < 30 && fastest >= 200; nth += 1) {
      const plan = await sql<Record<string, [{ 'Execution Time': number }]>>(
        'explain (analyze, format json) select private.clean_lines($1)',
        [message],
      )
      fastest = Math.min(fastest, Number(plan[0]?.['QUERY PLAN']?.[0]['Execution Time']))
    }
    expect(fastest).toBeLessThan(200)
  })

  test.each([
    ['no object', [], 400, { code: 'bad_request' }],
    ['another field', { ...words, picture: 'x' }, 400, { code: 'unknown_field', field: 'picture' }],
    ['no id', { messageId: undefined }, 422, { code: 'bad_field', field: 'messageId' }],
    ['a short id', { messageId: 'x' }, 422, { code: 'bad_field', field: 'messageId' }],
    ['an id of markup', { messageId: '<b>'.repeat(9) }, 422, { code: 'bad_field' }],
    ['a mark that is no mark', { isSuspected: 'yes' }, 422, { code: 'invalid' }],
    ['a list for a name', { name: ['Ayesha'] }, 422, { code: 'required', field: 'name' }],
    ['more than any message has', { message: '🌿'.repeat(12_500) }, 413, { code: 'too_large' }],
  ])('of %s is refused', async (_, given, status, body) => {
    const p = Array.isArray(given) ? given : { messageId: id(1), ...words, ...given }
    const response = await call(anonymous, 'send_message', { p: JSON.stringify(p) })
    expect(response).toMatchObject({ status, body: { ok: false, ...body } })
    expect(await saved()).toEqual([])
  })

  test('cannot come by GET, where no limit could count it', async () => {
    const caller: DatabaseCaller = { ...anonymous, method: 'GET' }
    expect(await send({}, 1, caller)).toMatchObject({ status: 405, body: { code: 'use_post' } })
  })
})

describe('one client sends 30 messages in 10 minutes', () => {
  const client = from('203.0.113.7')

  test('17.7 the 31st is refused, a retry of the thirtieth is not, and another client may', async () => {
    await setCount(sql, 'message', '203.0.113.7', MAX_COUNTS.message - 1)
    expect(await send({}, 30, client)).toMatchObject({ status: 201 })
    expect(await send({}, 31, client)).toEqual(tooMany)
    expect(await send({}, 30, client)).toMatchObject({ body: { replay: true } })
    expect(await send({}, 32, from('203.0.113.8'))).toMatchObject({ status: 201 })
  })

  test('what was refused was counted', async () => {
    await setCount(sql, 'message', '203.0.113.7', MAX_COUNTS.message - 1)
    expect(await send({ name: '' }, 30, client)).toMatchObject({ status: 422 })
    expect(await send({}, 31, client)).toMatchObject({ status: 429 })
  })
})

test('17.7 of one IPv6 /48 the 101st message is refused, and another network may', async () => {
  const one = (nth: number, network = '2001:db8:1') =>
    send({}, nth, from(`${network}:${nth % 5}::7`))
  for (let nth = 1; nth <= 100; nth += 1) expect(await one(nth)).toMatchObject({ status: 201 })
  expect(await one(101)).toEqual(tooMany)
  expect(await one(102, '2001:db8:2')).toMatchObject({ status: 201 })
})

test('17.7 with 2,000 unread messages each client sends three, and a /48 ten, until one is read', async () => {
  await sql(`insert into private.contact_messages (id, name, email, subject, message)
    select 'message-of-the-test-' || nth, '', '', '', '' from generate_series(1, 2000) as nth`)
  let nextId = 1
  const statuses = async (count: number, address: (nth: number) => string) => {
    const sent: number[] = []
    for (let nth = 1; nth <= count; nth += 1)
      sent.push((await send({}, nextId++, from(address(nth)))).status)
    return sent
  }
  const ofOne = await statuses(4, () => '203.0.113.61')
  expect(ofOne).toEqual([201, 201, 201, 429])
  expect(await statuses(1, () => '203.0.113.62')).toEqual([201])
  const ofNetwork = await statuses(11, (nth) => `2001:db8:6:${nth % 5}::7`)
  expect(ofNetwork).toEqual([...Array(10).fill(201), 429])
  await sql('update private.contact_messages set read_at = now() where true')
  expect(await statuses(1, () => '203.0.113.61')).toEqual([201])
})

test('17.7 in the last tenth of the database no message is saved', async () => {
  await sql('update private.database_limit set megabytes = 1 where only_row')
  expect(await send({}, 1)).toEqual(tooMany)
  expect(await saved()).toEqual([])
})

describe('the admin', () => {
  test('reads messages in full, newest first, and how many are unread', async () => {
    await sendOnTwoDays()
    const { body } = await call(admin, 'admin_messages', {})
    expect(body).toMatchObject({
      messages: [
        { id: id(2), ...words, subject: 'Second', isRead: false },
        { id: id(1), ...words, subject: 'First', isRead: false },
      ],
      older: null,
      newer: null,
    })
    expect(await unread()).toEqual({ unread: 2 })
  })

  test('rule 8.6: reads a message whose hidden field was filled in, marked', async () => {
    await send({ isSuspected: true }, 1)
    await send({ isSuspected: false }, 2)
    const { body } = await call(admin, 'admin_messages', {})
    expect(body['messages']).toMatchObject([
      { id: id(2), ...words, isSuspected: false },
      { id: id(1), ...words, isSuspected: true },
    ])
    expect(await unread()).toEqual({ unread: 2 })
  })

  test('marks one message as read, and as unread again', async () => {
    await sendOnTwoDays()
    const mark = (p_is_read: boolean) =>
      call(admin, 'admin_mark_message', { p_id: id(1), p_is_read })
    expect((await mark(true)).body).toEqual({ unread: 1 })
    const { body } = await call(admin, 'admin_messages', {})
    expect(body['messages']).toMatchObject([
      { id: id(2), isRead: false },
      { id: id(1), isRead: true },
    ])
    expect((await mark(false)).body).toEqual({ unread: 2 })
  })

  test('deletes one message for good', async () => {
    await sendOnTwoDays()
    const deleted = await call(admin, 'admin_delete_message', { p_id: id(1) })
    expect(deleted.body).toEqual({ unread: 1 })
    expect(await saved()).toMatchObject([{ id: id(2) }])
  })

  test('can mark and delete what is gone already', async () => {
    await send()
    const p_id = id(9)
    const marked = await call(admin, 'admin_mark_message', { p_id, p_is_read: true })
    const deleted = await call(admin, 'admin_delete_message', { p_id })
    expect([marked.body, deleted.body]).toEqual([{ unread: 1 }, { unread: 1 }])
    expect(await saved()).toHaveLength(1)
  })

  test('pages through all messages, older and back', async () => {
    await sql(`
      insert into private.contact_messages (id, name, email, subject, message, received_at)
      select 'page-message-' || lpad(nth::text, 8, '0'), 'A', 'a@b.c', 'S', 'M', now() - nth * interval '1 minute'
      from generate_series(1, 23) as nth
    `)
    const first = await turn({ limit: 10 })
    const second = await turn({ limit: 10, older: first.older })
    const last = await turn({ limit: 10, older: second.older })
    expect([...first.ids, ...second.ids, ...last.ids]).toEqual(
      (await sql('select id from private.contact_messages order by received_at desc')).map(
        (row) => row['id'],
      ),
    )
    expect([first.newer, last.older]).toEqual([null, null])
    expect((await turn({ limit: 10, newer: last.newer })).ids).toEqual(second.ids)
  })

  async function turn(p: object) {
    const { body } = await call(admin, 'admin_messages', { p })
    const messages = body['messages'] as { id: string }[]
    return {
      ids: messages.map((message) => message.id),
      older: body['older'],
      newer: body['newer'],
    }
  }

  async function sendOnTwoDays() {
    await send({ subject: 'First' }, 1)
    await sql("update private.contact_messages set received_at = now() - interval '1 day'")
    await send({ subject: 'Second' }, 2)
  }

  async function unread() {
    return (await call(admin, 'admin_unread_messages', {})).body
  }
})

function send(change: object = {}, nth = 1, caller: DatabaseCaller = anonymous) {
  return call(caller, 'send_message', { p: { messageId: id(nth), ...words, ...change } })
}

function saved() {
  return sql(
    'select id, name, email, email_key, subject, message, read_at from private.contact_messages',
  )
}
