/**
 * Says in the structured data of the page whether its product is in stock. Search engines that run scripts read it.
 * It is said of all sizes together.
 */
export function writeAvailability(isPaused: boolean): void {
  const [from, to] = isPaused ? ['InStock', 'OutOfStock'] : ['OutOfStock', 'InStock']
  // The node of the text is changed: Trusted Types take the text of a script for code, whatever its type.
  for (const { firstChild } of document.querySelectorAll('script[type="application/ld+json"]')) {
    if (!firstChild?.nodeValue?.includes('"Offer"')) continue
    const text = firstChild.nodeValue
    const written = text.replaceAll(`"https://schema.org/${from}"`, `"https://schema.org/${to}"`)
    if (written !== text) firstChild.nodeValue = written
  }
}
