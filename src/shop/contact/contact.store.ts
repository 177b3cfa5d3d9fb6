/* Sending the contact form (docs/product.md, rules 8.1 to 8.7). */
import { createSubmit, type Refused } from '#kit/form/submit.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { sendMessage } from './contact.api.ts'
import {
  type ContactMessage,
  cleanMessage,
  type MessageProblems,
  messageProblems,
  type SentMessage,
  withMessageId,
} from './contact-message.ts'
import { FAILED, NOT_SENT, REFUSED, SENT } from './words.ts'

export function createContact() {
  const { $submission, submit, clear } = createSubmit<MessageProblems>(
    'The message could not be sent',
    { onFailed: () => showToast({ ...FAILED, tone: 'destructive' }) },
  )
  /** Sent, but not known to have arrived: a retry carries the same id. */
  let unconfirmed: SentMessage | undefined

  /** Returns whether it was sent. */
  function send(typed: ContactMessage, isSuspected: boolean): Promise<boolean> {
    return submit(() => validateAndSend(cleanMessage(typed), isSuspected))
  }

  async function validateAndSend(
    message: ContactMessage,
    isSuspected: boolean,
  ): Promise<Refused<MessageProblems> | undefined> {
    const problems = messageProblems(message)
    if (Object.keys(problems).length > 0) return { problems }
    unconfirmed = withMessageId(message, unconfirmed)
    if (isSuspected) unconfirmed.isSuspected = true
    if (!(await sendMessage(unconfirmed))) {
      showToast({ ...REFUSED, tone: 'destructive' })
      return { sentence: NOT_SENT }
    }
    unconfirmed = undefined
    showToast(SENT)
    return undefined
  }

  return { $submission, send, clear }
}
