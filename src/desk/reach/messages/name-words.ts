/* Names of customers in messages to them. */

/**
 * The words of a name, without those that a chat app could show as a link: anybody can order for the
 * phone of somebody else, and the message comes from the shop.
 */
export function namesIn(fullName: string): string[] {
  return fullName.split(/\s+/).filter((word) => word !== '' && !isLinkLike(word))
}

/** A scheme, a path, an e-mail address, or a dot inside a word, in any script's full stop. */
function isLinkLike(word: string): boolean {
  const plain = word.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return /[/\\@]|:[\p{L}\p{N}+]|[\p{L}\p{N}][.。]+[\p{L}\p{N}]/u.test(plain)
}
