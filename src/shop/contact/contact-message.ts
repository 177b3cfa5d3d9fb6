/* What somebody writes to the shop, and when it can be sent (docs/product.md, rules 8.1–8.5). */
import { LOCALE } from '#kit/locale.ts'
import { cleanText, countCharacters, isBlank } from '#kit/text.ts'
import { EMAIL_INVALID, EMPTY_FIELD, tooLong } from './words.ts'

export const MESSAGE_FIELDS = ['name', 'email', 'subject', 'message'] as const

export type MessageField = (typeof MESSAGE_FIELDS)[number]

export type ContactMessage = Record<MessageField, string>

/** In characters as Postgres counts them. 254 is the longest email that can be sent to. */
export const MESSAGE_MAX_LENGTHS: Record<MessageField, number> = {
  name: 100,
  email: 254,
  subject: 200,
  message: 10_000,
}

/** A message with an id of its own, by which the database can tell a retry from a second message. */
export interface SentMessage extends ContactMessage {
  messageId: string
  /** The hidden field was filled in. Left out otherwise: a database of an earlier version refuses it. */
  isSuspected?: true
}

export type MessageProblem = 'required' | 'too_long' | 'email_invalid'

export type MessageProblems = Partial<Record<MessageField, MessageProblem>>

/** What is sent: every field cleaned, and on one line where it may end up in the head of a mail. */
export function cleanMessage(typed: ContactMessage): ContactMessage {
  return {
    name: cleanText(typed.name),
    email: cleanText(typed.email),
    subject: cleanText(typed.subject),
    message: cleanLines(typed.message),
  }
}

/** Problems of a cleaned message, in no field where it is fine. */
export function messageProblems(message: ContactMessage): MessageProblems {
  const problems: MessageProblems = {}
  for (const field of MESSAGE_FIELDS) {
    if (isBlank(cleanText(message[field]))) problems[field] = 'required'
    else if (countCharacters(message[field]) > MESSAGE_MAX_LENGTHS[field])
      problems[field] = 'too_long'
  }
  if (!problems.email && !isEmail(message.email)) problems.email = 'email_invalid'
  return problems
}

/** With the id of the last message where that was the same, so that a retry is known as one; else a new id. */
export function withMessageId(message: ContactMessage, last?: SentMessage): SentMessage {
  const isRetry = last && MESSAGE_FIELDS.every((field) => message[field] === last[field])
  return { ...message, messageId: isRetry ? last.messageId : newMessageId() }
}

/** 32 hexadecimal digits. `crypto.randomUUID` is missing where the page has no https. */
function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function messageProblem(field: MessageField, problem: MessageProblem): string {
  switch (problem) {
    case 'required':
      return EMPTY_FIELD[field]
    case 'too_long':
      return tooLong(MESSAGE_MAX_LENGTHS[field].toLocaleString(LOCALE))
    case 'email_invalid':
      return EMAIL_INVALID
  }
}

/** Line by line as the other fields; a form service may refuse halves of characters, and NUL. */
function cleanLines(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(cleanText)
    .join('\n')
    .trim()
}

/** Text, @, text, dot, text, and no space in between. */
function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
