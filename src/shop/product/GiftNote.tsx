import { staticIsland } from '#kit/island/island.tsx'
import { GIFT_HINT, GIFT_LINK, GIFT_MESSAGE } from '#order/texts/purchase-text.ts'
import { paths } from '#paths.ts'
import { pauseOf } from '#product/pauses.ts'
import type { PricedProduct } from '#product/price-list.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import { usePauses } from '#shop/pauses/usePauses.ts'
import { useChoice } from './choice.store.ts'

/**
 * Who is asked for the money of a gift, and a chat that orders it as one that is paid before (docs/product.md, rule
 * 1.30).
 */
export const GiftNote = staticIsland(({ product }: { product: PricedProduct }) => {
  const { size, text } = useChoice(product)
  const isPaused = pauseOf(usePauses(), { id: product.id, size: size.label }) !== undefined
  if (isPaused) return null
  return (
    <div data-no-print className="text-sm">
      <p suppressHydrationWarning>{GIFT_HINT}</p>
      <WhatsAppLink
        suppressHydrationWarning
        text={`${text}\n${GIFT_MESSAGE}`}
        otherwise={paths.contact}
        className="touch-link"
      >
        {GIFT_LINK}
      </WhatsAppLink>
    </div>
  )
})
