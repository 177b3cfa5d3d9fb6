import { createSubmit, type Refused, type Submission, submissionProblem } from '#kit/form/submit.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { sendMessage } from './contact.api.ts'
import {
  type ContactMessage,
  cleanMessage,
  MESSAGE_FIELDS,
  type MessageField,
  type MessageProblems,
  messageProblem,
  messageProblems,
  type SentMessage,
  withMessageId,
} from './contact-message.ts'
import { FAILED, NOT_SENT, REFUSED, SEND, SENDING, SENT, UNFORESEEN } from './words.ts'

/** Sent, but not known to have arrived: a retry carries the same id. */
let unconfirmed: SentMessage | undefined

/** Checks and sends the form; until it is sent, every field keeps its words. */
export function startContactForm(form: HTMLFormElement): void {
  const { $submission, submit, clear } = createSubmit<MessageProblems>(
    'The message could not be sent',
    { onFailed: () => showToast({ ...FAILED, tone: 'destructive' }) },
  )
  $submission.listen((submission) => show(form, submission))

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const isSent = await submit(() => send(form))
    if (!isSent) form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  })
  // The response may come between the clicks of a double click, and the second would send the empty form.
  form.querySelector('button')?.addEventListener('click', (event) => {
    if (event.detail > 1) event.preventDefault()
  })
  form.addEventListener('input', ({ target }) => {
    const field = MESSAGE_FIELDS.find((name) => name === (target as HTMLInputElement).name)
    if (field) clear(field)
  })
}

async function send(form: HTMLFormElement): Promise<Refused<MessageProblems> | undefined> {
  const message = cleanMessage(readMessage(form))
  const problems = messageProblems(message)
  if (Object.keys(problems).length > 0) return { problems }

  unconfirmed = withMessageId(message, unconfirmed)
  if (isBot(form) || (await sendMessage(unconfirmed))) {
    thank(form)
    return undefined
  }
  showToast({ ...REFUSED, tone: 'destructive' })
  return { sentence: NOT_SENT }
}

function thank(form: HTMLFormElement): void {
  unconfirmed = undefined
  form.reset()
  showToast(SENT)
}

/** Only a bot fills in the hidden field. It sees the same thanks as a person, so that it learns nothing. */
function isBot(form: HTMLFormElement): boolean {
  return new FormData(form).get('website') !== ''
}

function readMessage(form: HTMLFormElement): ContactMessage {
  const typed = MESSAGE_FIELDS.map((field) => [field, fieldOf(form, field).value])
  return Object.fromEntries(typed) as ContactMessage
}

function show(form: HTMLFormElement, submission: Submission<MessageProblems>): void {
  showSending(form, submission.state === 'sending')
  for (const field of MESSAGE_FIELDS) {
    const problem = submission.state === 'refused' ? submission.problems?.[field] : undefined
    showProblem(form, field, problem && messageProblem(field, problem))
  }
  showFailed(form, submissionProblem(submission, failedSentence))
}

function failedSentence(error: unknown): string {
  return codeOf(error) === 'unforeseen' ? UNFORESEEN : NOT_SENT
}

function showProblem(
  form: HTMLFormElement,
  name: MessageField,
  sentence: string | undefined,
): void {
  const field = fieldOf(form, name)
  const place = document.querySelector(`#${field.id}-error`)
  if (!place) return
  place.textContent = sentence ?? ''
  if (sentence === undefined) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
  } else {
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', place.id)
  }
}

/** Not disabled, so that the button keeps the focus. */
function showSending(form: HTMLFormElement, isSending: boolean): void {
  const button = form.querySelector('button')
  button?.setAttribute('aria-disabled', String(isSending))
  if (button) button.textContent = isSending ? SENDING : SEND
}

function showFailed(form: HTMLFormElement, problem: string | undefined): void {
  const notice = form.querySelector('[data-contact-failed]')
  const sentence = notice?.querySelector('[data-contact-problem]')
  if (!notice || !sentence) return
  sentence.textContent = problem ?? ''
  notice.toggleAttribute('hidden', !problem)
  if (problem) notice.scrollIntoView({ block: 'nearest' })
}

function fieldOf(
  form: HTMLFormElement,
  name: MessageField,
): HTMLInputElement | HTMLTextAreaElement {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field
  throw new Error(`The contact form has no field ${name}`)
}
