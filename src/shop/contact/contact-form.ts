import { codeOf } from '#kit/remote/shop-error.ts'
import { showToast } from '#kit/toast/toast.ts'
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

/** Checks and sends the form, once at a time; until it is sent, every field keeps its words. */
export function startContactForm(form: HTMLFormElement): void {
  let isSending = false

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    showSending(form, true)
    void send(form).finally(() => {
      isSending = false
      showSending(form, false)
    })
  })
  form.addEventListener('input', (event) => {
    const field = MESSAGE_FIELDS.find((name) => name === (event.target as HTMLInputElement).name)
    if (field) showProblem(form, field, undefined)
  })
}

async function send(form: HTMLFormElement): Promise<void> {
  showFailed(form, undefined)
  const message = cleanMessage(readMessage(form))
  const problems = messageProblems(message)
  showProblems(form, problems)
  const first = MESSAGE_FIELDS.find((field) => problems[field])
  if (first) return fieldOf(form, first).focus()

  try {
    unconfirmed = withMessageId(message, unconfirmed)
    const isTaken = isBot(form) || (await sendMessage(unconfirmed))
    if (isTaken) return thank(form)
    showToast({ ...REFUSED, tone: 'destructive' })
    showFailed(form, NOT_SENT)
  } catch (error) {
    console.error('The message could not be sent', error)
    showToast({ ...FAILED, tone: 'destructive' })
    showFailed(form, codeOf(error) === 'unforeseen' ? UNFORESEEN : NOT_SENT)
  }
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

function showProblems(form: HTMLFormElement, problems: MessageProblems): void {
  for (const field of MESSAGE_FIELDS) {
    const problem = problems[field]
    showProblem(form, field, problem && messageProblem(field, problem))
  }
}

function showProblem(
  form: HTMLFormElement,
  name: MessageField,
  sentence: string | undefined,
): void {
  const field = fieldOf(form, name)
  const place = document.querySelector<HTMLElement>(`#${field.id}-error`)
  if (!place) return
  place.hidden = sentence === undefined
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
