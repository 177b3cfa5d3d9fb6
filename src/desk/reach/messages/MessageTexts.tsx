import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { offerUndoUntilSaved, sayChanged } from '#admin/acts/offer-undo.ts'
import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { optionsOf, Select } from '#admin/kit/Select.tsx'
import { MESSAGE_KINDS, type MessageKind } from '#admin/order/told.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { LOCALE, MESSAGE_LANGUAGES, type MessageLanguage } from '#kit/locale.ts'
import { createRemoteStore, type RemoteStore } from '#kit/remote/remote-store.ts'
import { fetchTexts, saveTemplate } from './message-texts.api.ts'
import {
  BRACES,
  type ChangedTexts,
  MAX_MESSAGE_LENGTH,
  MESSAGE_TEXTS,
  previewText,
  unknownBraces,
} from './message-texts.ts'

export const MessageTextsIsland = island(MessageTexts, () =>
  createRemoteStore(async () => (await fetchTexts()).changed, {
    errorMessage: 'Error fetching the texts of messages',
  }),
)

/** The texts of the messages that open in WhatsApp, for all admins. */
function MessageTexts({ store }: { store: RemoteStore<ChangedTexts> }) {
  return (
    <RemoteView remote={store} name="messages" isBeside>
      {(changed) => <ChosenText changed={changed} store={store} />}
    </RemoteView>
  )
}

/** One text at a time. What is typed in the others is not lost. */
function ChosenText({
  changed,
  store,
}: {
  changed: ChangedTexts
  store: RemoteStore<ChangedTexts>
}) {
  const [kind, setKind] = useState<MessageKind>('confirm')
  const [language, setLanguage] = useState<MessageLanguage>('ur-Latn')
  const [typed, setTyped] = useState<ChangedTexts>(new Map())
  const [dialog, ask] = useConfirm()
  const [saving] = useState(() => createToastSubmit('Error saving the text of a message'))
  const isBusy = useStore(saving.$submission).state === 'sending'
  const key = `${kind} ${language}`
  const own = MESSAGE_TEXTS[language][kind]
  const saved = changed.get(key) ?? own
  const text = typed.get(key) ?? saved
  const problem = problemOf(text)

  function type(next: string): void {
    setTyped((typed) => new Map(typed).set(key, next))
  }

  async function write(next: string) {
    const result = await saveTemplate(kind, language, next === own ? null : next)
    if (!result.ok) return {}
    store.update((texts) => new Map(texts).set(key, next))
    return undefined
  }

  async function save(next: string): Promise<void> {
    let before = saved
    const isSaved = await saving.submit(async () => {
      before = (await fetchTexts()).changed.get(key) ?? own
      return write(next)
    })
    if (!isSaved) return
    // What was typed meanwhile stays.
    setTyped((typed) => new Map([...typed].filter(([one, now]) => one !== key || now !== text)))
    const title = `Message saved: ${MESSAGE_KINDS[kind]}, ${MESSAGE_LANGUAGES[language]}`
    offerUndoUntilSaved(title, () => saving.submit(() => undo(next, before)))
  }

  /** What was saved since stays. */
  async function undo(next: string, before: string) {
    const { changed: now } = await fetchTexts()
    if ((now.get(key) ?? own) === next) return write(before)
    store.set(now)
    sayChanged('Not undone', 'The text')
    return undefined
  }

  function submit(): void {
    const next = text.trim()
    const onConfirm = () => {
      void save(next || own)
    }
    if (problem) return
    if (kind !== 'confirm' || !next || next.includes('{link}')) onConfirm()
    else
      ask({
        title: 'Save a text without {link}?',
        children: <p>Nobody can confirm, change or cancel from this message.</p>,
        action: 'Save without it',
        back: 'Keep writing',
        onConfirm,
      })
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="flex flex-wrap gap-3">
        <Select
          label="Message"
          value={kind}
          options={optionsOf(MESSAGE_KINDS)}
          onChange={setKind}
        />
        <Select
          label="Language"
          value={language}
          options={optionsOf(MESSAGE_LANGUAGES)}
          onChange={setLanguage}
        />
      </div>
      <Field
        label="Text"
        name="message-text"
        rows={5}
        value={text}
        error={problem}
        hint={`${lettersOf(text)} of ${format(MAX_MESSAGE_LENGTH)} letters. Filled in: ${BRACES.map((name) => `{${name}}`).join(' ')}`}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <p
        role="note"
        aria-label="Preview"
        dir="auto"
        className="rounded-lg border border-line p-3 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {previewText(text.trim() || own, language)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          isBusy={isBusy}
          whyNot={text === saved && 'This text is saved already.'}
        >
          Save Text
        </Button>
        {saved !== own && (
          <Button variant="quiet" isBusy={isBusy} onClick={() => void save(own)}>
            Back to the shop’s text
          </Button>
        )}
      </div>
      {dialog}
    </form>
  )
}

/** Why a text cannot be saved. */
function problemOf(text: string): string | undefined {
  const unknown = unknownBraces(text)
  if (unknown.length > 0) {
    const names = unknown.map((one) => `“${one}”`).join(', ')
    return `Nothing is filled into ${names}. Choose from the names below.`
  }
  const isLong = [...text].length > MAX_MESSAGE_LENGTH
  return isLong ? `${lettersOf(text)} letters are too many: shorten it.` : undefined
}

function lettersOf(text: string): string {
  return format([...text].length)
}

function format(count: number): string {
  return count.toLocaleString(LOCALE)
}
