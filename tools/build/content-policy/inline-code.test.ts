import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineCodeOf } from './inline-code.ts'

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

test('scripts and styles are named by the hash of all that stands in them, each once', () => {
  const page = `<style>a{}</style><style media="print">\n b{} </style><script>c()</script>
    <noscript><style>a{}</style></noscript><script type="module">d()</script>`
  expect(inlineCodeOf(page)).toEqual({
    scripts: [hashOf('c()'), hashOf('d()')],
    styles: [hashOf('a{}'), hashOf('\n b{} ')],
  })
})

test.each([
  ['<script src="/app.js"></script>'],
  ['<script type="module" src="/app.js"></script>'],
  ['<script type="application/ld+json">{"@type":"Product"}</script>'],
  ['<script type="application/json">{"text":"<style>"}</script>'],
])('%s needs no hash', (page) => {
  expect(inlineCodeOf(page)).toEqual({ scripts: [], styles: [] })
})

test('an attribute may hold a ">", and a script the word that opens a style', () => {
  const page = `<script data-a="1 > 0" data-src='x'>show('<style>')</script><style title='a>b'>c{}</style>`
  expect(inlineCodeOf(page)).toEqual({
    scripts: [hashOf("show('<style>')")],
    styles: [hashOf('c{}')],
  })
})
