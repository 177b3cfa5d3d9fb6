import { expect, test } from 'vitest'
import { missingInScripts } from './script-features.ts'
import { missingInStyles } from './style-features.ts'

test.each([
  ['/(?<!x)y/', 'javascript.regular_expressions.lookbehind_assertion'],
  ['new RegExp(`(?<=x)y`)', 'javascript.regular_expressions.lookbehind_assertion'],
  ['/(?i:x)/', 'javascript.regular_expressions.modifier'],
  ['/x/v', 'javascript.builtins.RegExp.unicodeSets'],
  ['class A { static { f() } }', 'javascript.classes.static.initialization_blocks'],
  ['URL.canParse(a)', 'api.URL.canParse_static'],
  ['Object.groupBy(a, b)', 'javascript.builtins.Object.groupBy'],
  ['a.toReversed()', 'javascript.builtins.Array.toReversed'],
  ['a?.[`toReversed`]()', 'javascript.builtins.Array.toReversed'],
  ['const { canParse: a } = URL', 'api.URL.canParse_static'],
  ['addEventListener(`scrollend`, a)', 'api.Document.scrollend_event'],
  ['"onscrollend" in window', 'api.Document.scrollend_event'],
  ['requestIdleCallback(a)', 'api.Window.requestIdleCallback'],
  ['new CompressionStream()', 'api.CompressionStream'],
])('%s is found as %s', (script, feature) => {
  expect([...missingInScripts([script])]).toContain(feature)
})

test.each([
  ['a.at(-1)?.b ?? c'],
  ['/(?:x)(?=y)(?!z)[(?<!]\\(?<u>/u'],
  ['new URL(a).searchParams.get(b)'],
  ['const a = { toReversed: 1 }; a.toReversed'],
  ['Array.prototype.toReversed ??= a; b.toReversed()'],
  ['function a(scheduler) { scheduler.b() }'],
  ['addEventListener("click", a)'],
])('nothing is missing in %s', (script) => {
  expect([...missingInScripts([script])]).toEqual([])
})

test.each([
  ['a{color:light-dark(#fff,#000)}', 'css.types.color.light-dark'],
  ['a{height:100dvh}', 'css.types.length.viewport_percentage_units_dynamic'],
  ['a{b{color:red}}', 'css.selectors.nesting'],
  ['a{text-wrap:balance}', 'css.properties.text-wrap'],
  ['a{float:inline-start}', 'css.properties.float.inline-start'],
  ['a:has(b){color:red}', 'css.selectors.has'],
  ['@media (width<9px){a{color:red}}', 'css.at-rules.media.range_syntax'],
  ['@scope (a){b{color:red}}', 'css.at-rules.scope'],
  ['a{user-select:none}', 'css.properties.user-select'],
])('%s is found as %s', (sheet, feature) => {
  expect([...missingInStyles([sheet])]).toContain(feature)
})

test.each([
  ['a{height:100vh;height:100dvh}'],
  ['a{-webkit-user-select:none;user-select:none}'],
  ['@layer a{b:where(.light-dark){margin:calc(1rem + 2px);background:#1dd url(1lh.png)}}'],
  ['@media (min-width:9px) and (prefers-color-scheme:dark){a::after{content:"1lh"}}'],
])('nothing is missing in %s', (sheet) => {
  expect([...missingInStyles([sheet])]).toEqual([])
})
