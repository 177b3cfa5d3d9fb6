import { useSyncExternalStore } from 'react'
import { settings } from '#config/settings.ts'
import { isStorageLasting } from '#kit/storage/storage-lifetime.ts'
import { formatPurchase } from '#order/texts/purchase-text.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import type { CartItem } from './cart.ts'

export interface StorageNoticeProps {
  items: readonly CartItem[]
  className: string
}

/** Says what to do where the browser stores nothing for the site. Renders nothing otherwise. */
export function StorageNotice({ items, className }: StorageNoticeProps) {
  if (useIsStorageLasting()) return null
  return (
    <p className={`rounded-md bg-sand p-4 ${className}`}>
      Your browser stores nothing for this site, so your cart goes with you to the checkout, but not
      to other pages. Please allow cookies and site data for this site
      {settings.whatsApp && (
        <>
          , or{' '}
          <WhatsAppLink text={formatPurchase({ items })} className="text-link">
            order on WhatsApp
          </WhatsAppLink>
        </>
      )}
      .
    </p>
  )
}

/** True in the HTML of the build. */
export function useIsStorageLasting(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => isStorageLasting(),
    () => true,
  )
}
