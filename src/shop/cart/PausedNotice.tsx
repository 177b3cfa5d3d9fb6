import { buttonClass } from '#kit/form/Button.tsx'
import { CallLink } from '#shop/contact/CallLink.tsx'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import type { PausedLine } from '#shop/pauses/usePauses.ts'
import { pausedText, TELL_ME } from '#shop/pauses/words.ts'

interface PausedNoticeProps {
  /** At least one line. */
  paused: readonly PausedLine[]
  isWholeCart: boolean
}

/** Names the lines of a cart that are not sold now, and leads to the shop: no message orders them. */
export function PausedNotice({ paused, isWholeCart }: PausedNoticeProps) {
  return (
    <>
      <div role="alert" className="grid gap-2">
        {paused.map(({ name, size, sentence }) => (
          <p key={`${name} ${size}`}>{`${name} (${size}). ${sentence}`}</p>
        ))}
        {!isWholeCart && (
          <p>{`Remove ${paused.length === 1 ? 'it' : 'them'} to order the rest.`}</p>
        )}
      </div>
      <WhatsAppLink text={pausedText(paused)} className={buttonClass('secondary')}>
        {TELL_ME}
      </WhatsAppLink>
      <CallLink className={buttonClass('quiet')} />
    </>
  )
}
