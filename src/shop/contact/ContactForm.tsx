import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { contactLinks } from '#config/contact-links.ts'
import { Field, type FieldProps, useFocusOnInvalid } from '#kit/form/Field.tsx'
import { submissionProblem } from '#kit/form/submit.ts'
import { staticIsland } from '#kit/island/island.tsx'
import { SubmitWhenReady } from '#kit/island/SubmitWhenReady.tsx'
import { codeOf } from '#kit/remote/shop-error.ts'
import { LinkList } from '#kit/view/LinkList.tsx'
import { createContact } from './contact.store.ts'
import {
  type ContactMessage,
  MESSAGE_FIELDS,
  type MessageField,
  messageProblem,
} from './contact-message.ts'
import { NOT_READY, NOT_SENT, OTHER_WAYS, SEND, SENDING, UNFORESEEN } from './words.ts'

export const ContactForm = staticIsland(Form)

/** Until it is sent, every field keeps its words. What was typed before React came stays: no field is controlled. */
function Form() {
  const [store] = useState(() => createContact())
  const form = useRef<HTMLFormElement>(null)
  const submission = useStore(store.$submission)
  const problems = submission.state === 'refused' ? submission.problems : undefined
  useFocusOnInvalid(form, problems)

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const sent = event.currentTarget
    const typed = new FormData(sent)
    const isSuspected = typed.get('website') !== ''
    if (await store.send(readMessage(typed), isSuspected)) sent.reset()
  }

  function propsOf(name: MessageField) {
    const problem = problems?.[name]
    return {
      name,
      required: true,
      error: problem && messageProblem(name, problem),
      onInput: () => store.clear(name),
    }
  }

  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-5 noscript:hidden">
      <MessageFields propsOf={propsOf} />
      <HiddenField />
      <SendButton isSending={submission.state === 'sending'} />
      <Failure sentence={submissionProblem(submission, failedSentence)} />
    </form>
  )
}

interface MessageFieldsProps {
  propsOf: (name: MessageField) => Omit<FieldProps, 'label'>
}

export function MessageFields({ propsOf }: MessageFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...propsOf('name')} label="Name" autoComplete="name" />
        <Field {...propsOf('email')} label="Email" autoComplete="email" inputMode="email" />
      </div>
      <Field {...propsOf('subject')} label="Subject" />
      <Field {...propsOf('message')} label="Message" rows={6} />
    </>
  )
}

/** People do not see this field: mostly programs fill it in. */
function HiddenField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        <span suppressHydrationWarning>Website</span>
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

function SendButton({ isSending }: { isSending: boolean }) {
  return (
    <div>
      <SubmitWhenReady
        isBusy={isSending}
        notReady={
          <>
            <p suppressHydrationWarning>{NOT_READY}</p>
            <OtherWays lead={OTHER_WAYS} />
          </>
        }
        className="max-sm:w-full sm:min-w-40"
        // The response may come between the clicks of a double click, and the second would send the empty form.
        onClick={(event) => {
          if (event.detail > 1) event.preventDefault()
        }}
      >
        {isSending ? SENDING : SEND}
      </SubmitWhenReady>
    </div>
  )
}

function Failure({ sentence }: { sentence: string | undefined }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sentence) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [sentence])
  if (!sentence) return null
  return (
    <div ref={notice}>
      <p>{sentence}</p>
      <OtherWays lead={OTHER_WAYS} />
    </div>
  )
}

/** The links of the shop, after the words that lead to them. */
export function OtherWays({ lead }: { lead: string }) {
  if (contactLinks.length === 0) return null
  return (
    <>
      <p suppressHydrationWarning>{lead}</p>
      <LinkList links={contactLinks} linkClass="touch-link" className="flex flex-wrap gap-x-4" />
    </>
  )
}

function readMessage(form: FormData): ContactMessage {
  const typed = MESSAGE_FIELDS.map((field) => [field, String(form.get(field))])
  return Object.fromEntries(typed) as ContactMessage
}

function failedSentence(error: unknown): string {
  return codeOf(error) === 'unforeseen' ? UNFORESEEN : NOT_SENT
}
