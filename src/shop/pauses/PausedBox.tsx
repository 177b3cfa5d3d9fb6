import { whatsAppUrl } from '#config/whatsapp.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import type { Pause } from '#product/pauses.ts'
import { pauseSentence } from '#product/words.ts'
import { pausedText, TELL_ME } from './words.ts'

interface PausedBoxProps {
  name: string
  size: string
  /** Of this size. Without it only the live region is there, so that a pause is announced when it comes. */
  pause: Pause | undefined
}

/** In the place of the buttons to buy a size that is not sold now: why, and a chat about it. */
export function PausedBox({ name, size, pause }: PausedBoxProps) {
  const chat = whatsAppUrl(pausedText([{ name, size }]))
  return (
    <div role="status">
      {pause && (
        <div data-paused className="grid gap-3 rounded-md border border-line bg-sand p-4">
          <p className="font-semibold">{pauseSentence(pause)}</p>
          {chat && (
            <a href={chat} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
              {TELL_ME}
            </a>
          )}
        </div>
      )}
    </div>
  )
}
