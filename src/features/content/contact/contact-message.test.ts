import { describe, expect, it } from 'vitest'
import {
  cleanMessage,
  MESSAGE_FIELDS,
  type MessageField,
  messageProblems,
  problemSentence,
} from './contact-message.ts'

const good = { name: 'Ayesha', email: 'a@b.c', subject: 'An order', message: 'Where is it?' }

/** What the form says about a field with this text in it, or nothing. */
function said(field: MessageField, text: string): string | undefined {
  const problem = messageProblems(cleanMessage({ ...good, [field]: text }))[field]
  return problem && problemSentence(field, problem)
}

it('a whole message has no problem', () => {
  expect(messageProblems(good)).toEqual({})
})

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

describe('an email', () => {
  it.each(['a@b.c', ' a@b.c ', 'first.last+tag@mail.example.com'])('may be "%s"', (email) => {
    expect(said('email', email)).toBeUndefined()
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

it('nothing but the four fields is sent', () => {
  expect(Object.keys(cleanMessage(good))).toEqual([...MESSAGE_FIELDS])
})
