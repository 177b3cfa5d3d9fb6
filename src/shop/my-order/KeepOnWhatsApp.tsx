import { settings } from '#config/settings.ts'
import { chatUrl } from '#config/whatsapp.ts'
import type { Order } from '#order/order.ts'
import { tokenOf } from '#order/order-key.ts'
import { paths } from '#paths.ts'

/** A message to herself with number and link of an order of this device (docs/product.md, rule 7.57). */
export function KeepOnWhatsApp({ order }: { order: Order }) {
  if (tokenOf(order.id) === undefined) return null
  const url = new URL(paths.tracking(order.id), import.meta.env.SITE)
  const text = `My order ${order.id} at ${settings.name}: ${url}\nMy phone number shows all of it there.`
  return (
    <a
      href={chatUrl('', text)}
      target="_blank"
      rel="noreferrer"
      className="text-link inline-flex min-h-touch items-center justify-self-start"
      data-no-print
    >
      Keep my order in my WhatsApp
    </a>
  )
}
