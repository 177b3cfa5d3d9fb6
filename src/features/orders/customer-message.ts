/* The message about an order that the admin sends to its customer. */
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { type Order, statusDefinition } from './order.ts'

export function customerMessage(order: Order): string {
  const greeting = `${['Assalam-o-Alaikum', ...namesIn(order.shippingAddress.fullName)].join(' ')},`
  const tracking = new URL(paths.tracking(order.id), import.meta.env.SITE)
  return `${greeting} ${statusDefinition(order.status).chat(order)}\n\n${settings.name}\n${tracking}`
}

/**
 * The words of a name, without those that a chat app could show as a link: anybody can order for the
 * phone of somebody else, and the message comes from the shop.
 */
function namesIn(fullName: string): string[] {
  return fullName.split(/\s+/).filter((word) => word !== '' && !isLinkLike(word))
}

/** A scheme, a path, an e-mail address, or a dot inside a word, in any script's full stop. */
function isLinkLike(word: string): boolean {
  const plain = word.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return /[/\\@]|:[\p{L}\p{N}+]|[\p{L}\p{N}][.。]+[\p{L}\p{N}]/u.test(plain)
}
