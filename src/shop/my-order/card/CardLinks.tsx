/* What the customer may keep of an order whose parcel is to come, in one row of its card. */
import type { ReactNode } from 'react'
import { settings } from '#config/settings.ts'
import { forwardUrl } from '#config/whatsapp.ts'
import { isInAppBrowser } from '#kit/in-app-browser.ts'
import { CalendarIcon, HomeIcon, WhatsAppIcon } from '#kit/view/icons.tsx'
import { tokenOf } from '#order/device/order-key.ts'
import { cardOf } from '#order/device/save-card.ts'
import { isExpected, type Order } from '#order/order.ts'
import { orderUrl } from '#order/texts/chat-texts.ts'
import { calendarUrl } from './calendar-file.ts'
import { isLate } from './OrderCard.tsx'
import { TellHome } from './TellHome.tsx'

const TILE =
  'flex min-h-touch flex-col items-center gap-1 rounded-md p-1 text-center text-sm leading-tight text-forest hover:underline sm:flex-row sm:gap-2 sm:text-start'

export function CardLinks({ order }: { order: Order }) {
  if (!isExpected(order)) return null
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(5rem,100%),1fr))] gap-2 border-t border-line pt-1 -mb-2">
      {!isLate(order) && !isInAppBrowser() && (
        <Tile>
          <a href={calendarUrl(order)} download={`order-${order.id}.ics`} className={TILE}>
            <CalendarIcon />
            <span>Add to calendar</span>
          </a>
        </Tile>
      )}
      <Tile>
        <TellHome card={cardOf(order)} now={new Date(order.asOf)} className={TILE}>
          <HomeIcon />
        </TellHome>
      </Tile>
      {tokenOf(order.id) !== undefined && (
        <Tile>
          {/* A message to herself (docs/product.md, rule 7.57). */}
          <a href={forwardUrl(noteOf(order.id))} target="_blank" rel="noreferrer" className={TILE}>
            <WhatsAppIcon />
            <span>Keep my order in my WhatsApp</span>
          </a>
        </Tile>
      )}
    </ul>
  )
}

function Tile({ children }: { children: ReactNode }) {
  return <li className="grid content-start">{children}</li>
}

function noteOf(id: string): string {
  return `My order ${id} at ${settings.name}: ${orderUrl(id)}\nMy phone number shows all of it there.`
}
