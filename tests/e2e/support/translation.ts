/* A page that the browser translates. */
import type { Page } from '@playwright/test'

/**
 * Wraps every text of the page that may be translated in two <font>, as Chrome does, and leaves its words, or puts a
 * mark before them. Chrome does it again where a text changes: call it after each step.
 */
export async function translate(page: Page, mark = ''): Promise<void> {
  await page.evaluate((added) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const parent = text.parentElement
      if (!text.data.trim() || parent?.closest('script, style, noscript, font, [translate="no"]'))
        continue
      found.push(text)
    }
    for (const text of found) {
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      text.replaceWith(outer)
      inner.append(added, text)
    }
  }, mark)
}
