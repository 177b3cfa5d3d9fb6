import { expect, test } from 'vitest'
import { withScriptsAfterLoad } from './after-load.ts'

const scripts =
  '<script type="module" src="/a.js"></script><p>Words</p><script type="module" src="/b.js"></script>'

test('scripts of a page are fetched by one, where the first of them stood', () => {
  expect(withScriptsAfterLoad(`<h1>Page</h1>${scripts}`, 'fetch()', 'watch()')).toBe(
    '<h1>Page</h1><script data-after-load="/a.js /b.js">fetch()</script><p>Words</p>',
  )
})

test('what the islands of a page wait with takes that one in', () => {
  const early = '<script data-island-runtime="/i.js">early()</script>'
  expect(withScriptsAfterLoad(`${early}<h1>Page</h1>${scripts}`, 'fetch()', 'watch()')).toBe(
    '<script data-after-load="/a.js /b.js" data-island-runtime="/i.js">early()\nfetch()</script><h1>Page</h1><p>Words</p>',
  )
})

test('what stands in the page itself stays', () => {
  const page = '<script type="module">now()</script>'
  expect(withScriptsAfterLoad(page, 'fetch()', 'watch()')).toBe(page)
})

test('a page that is an island keeps its scripts, with one that watches over them', () => {
  const island = '<astro-island component-url="/c.js" client="only"></astro-island>'
  expect(withScriptsAfterLoad(island + scripts, 'fetch()', 'watch()')).toBe(
    `${island}<script>watch()</script>${scripts}`,
  )
  const waiting = '<astro-island component-url="/c.js" client="touch"></astro-island>'
  expect(withScriptsAfterLoad(waiting + scripts, 'fetch()', 'watch()')).toContain(
    'data-after-load="/a.js /b.js"',
  )
})
