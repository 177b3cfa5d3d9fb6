const SIGNS_OF_LIFE = ['pointerdown', 'scroll', 'keydown']

/** By these a person is told from a machine that only loads a page, which hears of a pointer's place too. */
export function onceSomebodyIsThere(begin: () => void): void {
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, begin, { once: true })
}
