/** Once all that the page itself needs is there; at once where it is already. */
export function onceComplete(begin: () => void): void {
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}
