/**
 * Says in the structured data of the page whether its product is in stock. Search engines that run scripts read it.
 * It is said of all sizes together.
 */
export function writeAvailability(isPaused: boolean): void {
  const [from, to] = isPaused ? ['InStock', 'OutOfStock'] : ['OutOfStock', 'InStock']
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const text = script.textContent
    if (!text?.includes('"Offer"')) continue
    const written = text.replaceAll(`"https://schema.org/${from}"`, `"https://schema.org/${to}"`)
    if (written !== text) script.textContent = written
  }
}
