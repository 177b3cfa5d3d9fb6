/* What somebody writes to the shop, and when it can be sent (spec.md, section 5). */
import { cleanText, isBlank } from '#shared/text.ts'

export const MESSAGE_FIELDS = ['name', 'email', 'subject', 'message'] as const

export type MessageField = (typeof MESSAGE_FIELDS)[number]

export type ContactMessage = Record<MessageField, string>

export type MessageProblem = 'required' | 'email_invalid'

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
  }
  if (!problems.email && !isEmail(message.email)) problems.email = 'email_invalid'
  return problems
}

export function problemSentence(field: MessageField, problem: MessageProblem): string {
  if (problem === 'email_invalid') return 'Please enter a valid email'
  return `${REQUIRED[field]} is required`
}

const REQUIRED: Record<MessageField, string> = {
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
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
