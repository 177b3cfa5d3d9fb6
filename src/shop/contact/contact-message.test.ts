import { describe, expect, it } from 'vitest'
import {
  cleanMessage,
  MESSAGE_FIELDS,
  type MessageField,
  messageProblem,
  messageProblems,
  withMessageId,
} from './contact-message.ts'

const good = { name: 'Ayesha', email: 'a@b.c', subject: 'An order', message: 'Where is it?' }

/** What the form says about a field with this text in it, or nothing. */
function said(field: MessageField, text: string): string | undefined {
  const problem = messageProblems(cleanMessage({ ...good, [field]: text }))[field]
  return problem && messageProblem(field, problem)
}

it.each([
  ['name', 'Name is required'],
  ['email', 'Email is required'],
  ['subject', 'Subject is required'],
  ['message', 'Message is required'],
] as const)('%s is required, and only spaces are nothing', (field, sentence) => {
  for (const nothing of ['', '   ', '\n\t', '\u00A0', '\u200B']) {
    expect(said(field, nothing)).toBe(sentence)
  }
})

it.each([
  ['name', 100, 'Please use at most 100 characters'],
  ['subject', 200, 'Please use at most 200 characters'],
  ['message', 10_000, 'Please use at most 10,000 characters'],
] as const)(
  'E20 %s has at most %i characters, however many bytes each has',
  (field, most, sentence) => {
    expect(said(field, ` ${'🌿'.repeat(most)}\n`)).toBeUndefined()
    expect(said(field, '🌿'.repeat(most + 1))).toBe(sentence)
  },
)

it('E20 an email has at most 254 characters', () => {
  expect(said('email', `${'a'.repeat(250)}@b.c`)).toBeUndefined()
  expect(said('email', `${'a'.repeat(251)}@b.c`)).toBe('Please use at most 254 characters')
})

it('D46 a retry of the same message has the same id, another message another one', () => {
  const first = withMessageId(good)
  expect(first).toEqual({ ...good, messageId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(withMessageId(good, first)).toEqual(first)
  for (const field of MESSAGE_FIELDS) {
    expect(withMessageId({ ...good, [field]: 'other' }, first).messageId).not.toBe(first.messageId)
  }
  expect(withMessageId(good).messageId).not.toBe(first.messageId)
})

describe('E17 an email', () => {
  it.each([
    'a@b.c',
    ' a@b.c ',
    'first.last+tag@mail.example.com',
    "o'neil@example.co.uk",
    'عائشہ@مثال.پاکستان',
    `${'a'.repeat(200)}@example.com`,
  ])('may be "%s"', (email) => {
    expect(said('email', email)).toBeUndefined()
  })

  it('is sent without what would turn its reading order around', () => {
    const typed = { ...good, email: '\u202Ea@b.c\u202C' }
    expect(cleanMessage(typed).email).toBe('a@b.c')
  })

  it.each([
    'a@b',
    '@b.c',
    'a@.c',
    'a@b.',
    'a b@c.d',
    'a@b@c.d',
    'a@b.c\nBcc: x@y.z',
    'a@b.c\r\nBcc: x',
    'a@b.c\u2028Bcc:x@y.z',
    'a@b.c\0x',
    'a@b.c,x@y.z',
    'a@b.c;x@y.z',
    'a@b\u00A0.c',
    'plain',
  ])('may not be "%s"', (email) => {
    expect(said('email', email)).toBe('Please enter a valid email')
  })
})

it('what is sent is trimmed, the message with its own lines', () => {
  const typed = { name: ' A\nB ', email: ' a@b.c ', subject: ' s ', message: ' one\ntwo \n' }
  expect(cleanMessage(typed)).toEqual({
    name: 'A B',
    email: 'a@b.c',
    subject: 's',
    message: 'one\ntwo',
  })
})

it('text that a form service cannot read is replaced, line by line', () => {
  const message = 'one\uD83C\0\u202Etwo\r\n\u2028three\tfour'
  const sent = cleanMessage({ name: 'A\uD83C', email: 'a@b.c', subject: 'x\0y', message })
  expect(sent).toEqual({
    name: 'A\uFFFD',
    email: 'a@b.c',
    subject: 'x y',
    message: 'one\uFFFD two\n\nthree four',
  })
})
