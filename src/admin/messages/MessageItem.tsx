import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { formatShortMoment } from '#admin/short-moment.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import type { MessagesStore } from './messages.store.ts'
import { type Message, replyHref } from './messages.ts'

interface Props {
  message: Message
  messages: MessagesStore
}

/** Opening an unread message marks it as read. */
export function MessageItem({ message, messages }: Props) {
  const { id, name, email, subject, receivedAt, isRead, isSuspected } = message
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open && !isRead) void messages.mark(id, true)
      }}
      className="border-b border-line"
    >
      <summary className="min-h-14 cursor-pointer py-1.5 hover:bg-sand">
        <span className="inline-grid w-[calc(100%-1.5rem)] align-top">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span
              id={`subject-${id}`}
              className={`flex-1 basis-40 ${isRead ? '' : 'font-semibold'}`}
            >
              <UntrustedText>{subject}</UntrustedText>
            </span>
            <time dateTime={receivedAt} className="text-sm whitespace-nowrap text-muted">
              {formatShortMoment(receivedAt)}
            </time>
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm text-muted">
            {!isRead && <span className="font-semibold text-amber">Unread</span>}
            {isSuspected && <span className="font-semibold text-danger">Perhaps spam</span>}
            <UntrustedText>{name}</UntrustedText>
          </span>
        </span>
      </summary>
      <div className="grid gap-4 py-4">
        {isSuspected && (
          <p className="text-sm text-muted">
            A field of the form that people do not see was filled in. Programs do that, and
            sometimes a browser that fills in forms.
          </p>
        )}
        <p className="text-sm text-muted">
          <UntrustedText dir="ltr">{email}</UntrustedText>
        </p>
        <p>
          <UntrustedText isWhole>{message.message}</UntrustedText>
        </p>
        <Actions message={message} messages={messages} />
      </div>
    </details>
  )
}

/** The focus moves to the page when the button that had it is gone. */
function focusMain(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('main')?.focus()
}

function Actions({ message, messages }: Props) {
  const { id, isRead } = message
  const [dialog, ask] = useConfirm()
  const describedBy = { 'aria-describedby': `subject-${id}` }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <a href={replyHref(message)} className={buttonClass('primary')} {...describedBy}>
        Reply by email
      </a>
      <Button onClick={() => void messages.mark(id, !isRead)} {...describedBy}>
        {isRead ? 'Mark as unread' : 'Mark as read'}
      </Button>
      <Button
        variant="quiet"
        {...describedBy}
        onClick={() =>
          ask({
            title: 'Delete this message for good?',
            action: 'Delete for good',
            back: 'Keep it',
            onConfirm: () => void messages.remove(id).then(focusMain),
          })
        }
      >
        Delete
      </Button>
      {dialog}
    </div>
  )
}
