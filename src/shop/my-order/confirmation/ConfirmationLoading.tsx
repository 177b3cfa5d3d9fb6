/* What the confirmation shows before React. Parts of it are those of the order. */
import type { ReactNode } from 'react'
import { settings } from '#config/settings.ts'
import { isExpected, type Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { paths } from '#paths.ts'
import { PlacedCard } from '#shop/my-order/card/OrderCard.tsx'
import { WhyWrite, WRITE } from '#shop/my-order/card/OrderMessages.tsx'
import { OrderLoading } from '#shop/my-order/page/LoadedOrder.tsx'

export const FRAME = 'mx-auto grid max-w-3xl grid-cols-1 gap-6 sm:gap-8'

export const CONFIRMED = 'Order Confirmed!'

/** The order that was just placed, which placed-preview.ts fills in, or that it is loading. */
export function ConfirmationLoading() {
  return (
    <>
      <div data-placed-order hidden className={FRAME}>
        <ConfirmationHead>
          <h1 className="text-h1">{CONFIRMED}</h1>
        </ConfirmationHead>
        <PlacedCard>
          {settings.whatsApp && (
            <div className="grid min-h-24 content-start sm:min-h-22 gap-2">
              <a
                data-placed="chat"
                href={paths.contact}
                target="_blank"
                rel="noreferrer"
                className={WRITE}
              >
                Write to us on WhatsApp
              </a>
              <WhyWrite />
            </div>
          )}
          <p>{statusDefinition('pending').next}</p>
        </PlacedCard>
      </div>
      <OrderLoading />
    </>
  )
}

interface ConfirmationHeadProps {
  /** After the thanks. */
  more?: string
  /** The heading. */
  children: ReactNode
}

export function ConfirmationHead({ more, children }: ConfirmationHeadProps) {
  return (
    <header>
      {children}
      <p className="mt-2 text-muted">
        Thank you for choosing <span translate="no">{settings.name}</span>. <span>{more}</span>
      </p>
    </header>
  )
}

/** A sentence after the thanks. */
export function thanksFor(order: Order): string {
  return statusDefinition(order.status).isOnItsWay && isExpected(order) ? 'It is on its way.' : ''
}
