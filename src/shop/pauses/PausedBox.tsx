import { buttonClass } from '#kit/form/Button.tsx'
import type { Pause } from '#product/pauses.ts'
import { pauseSentence } from '#product/words.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import { pausedText, TELL_ME } from './words.ts'

interface PausedBoxProps {
  name: string
  size: string
  /** Of this size. Without it only the live region is there, so that a pause is announced when it comes. */
  pause: Pause | undefined
}

/** In the place of the buttons to buy a size that is not sold now: why, and a chat about it. */
export function PausedBox({ name, size, pause }: PausedBoxProps) {
  return (
    <div role="status">
      {pause && (
        <div data-paused className="grid gap-3 rounded-md border border-line bg-sand p-4">
          <p className="font-semibold">{pauseSentence(pause)}</p>
          <WhatsAppLink text={pausedText([{ name, size }])} className={buttonClass('secondary')}>
            {TELL_ME}
          </WhatsAppLink>
        </div>
      )}
    </div>
  )
}
