import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type ChangedTexts, MESSAGE_TEXTS } from '#admin/confirm/message-texts.ts'
import { fetchTemplates, saveTemplate } from '#admin/confirm/templates.api.ts'
import { MESSAGE_KINDS, type MessageKind } from '#admin/order/confirmation.ts'
import { createSave } from '#admin/save.ts'
import { MESSAGE_LANGUAGES, type MessageLanguage } from '#config/locale.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { optionsOf } from '#kit/form/Select.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { createRemoteStore, type RemoteStore } from '#kit/remote/remote-store.ts'
import { showToast } from '#kit/toast/toast.store.ts'

export const MessageTextsIsland = island(MessageTexts, () =>
  createRemoteStore(fetchTemplates, { errorMessage: 'Error fetching the texts of messages' }),
)

/** The texts of the messages that open in WhatsApp, for all admins. */
function MessageTexts({ store }: { store: RemoteStore<ChangedTexts> }) {
  return (
    <section aria-labelledby="message-texts" className="mt-10 grid max-w-2xl gap-4">
      <h2 id="message-texts" className="text-h3">
        Messages to customers
      </h2>
      <p className="text-muted">
        Kept in the database. {'{name} {shop} {id} {sum} {courier} {number} {link}'} are filled in,
        and {'{reason}'} where a delivery failed.
      </p>
      <RemoteView remote={store} name="messages">
        {(changed) => (
          <div className="grid gap-6">
            {optionsOf(MESSAGE_LANGUAGES).flatMap((language) =>
              optionsOf(MESSAGE_KINDS).map((kind) => (
                <MessageText
                  key={`${kind.value} ${language.value}`}
                  label={`${kind.label} (${language.label})`}
                  kind={kind.value}
                  language={language.value}
                  changed={changed.get(`${kind.value} ${language.value}`)}
                />
              )),
            )}
          </div>
        )}
      </RemoteView>
    </section>
  )
}

interface MessageTextProps {
  label: string
  kind: MessageKind
  language: MessageLanguage
  changed: string | undefined
}

function MessageText({ label, kind, language, changed }: MessageTextProps) {
  const own = MESSAGE_TEXTS[language][kind]
  const [text, setText] = useState(changed ?? own)
  const [saved, setSaved] = useState(changed ?? own)
  const [saving] = useState(() => createSave('Error saving the text of a message'))
  const isBusy = useStore(saving.$submission).state === 'sending'

  async function save(next: string): Promise<void> {
    const isSaved = await saving.submit(async () => {
      const result = await saveTemplate(kind, language, next === own ? null : next)
      return result.ok ? undefined : {}
    })
    if (!isSaved) return
    setSaved(next)
    setText(next)
    showToast({ title: 'Message saved', description: label })
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save(text.trim() || own)
      }}
    >
      <Field
        label={label}
        name={`message-${kind}-${language}`}
        rows={3}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
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
    </form>
  )
}
