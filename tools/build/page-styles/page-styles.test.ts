import { expect, it } from 'vitest'
import { withUsedRules } from './page-styles.ts'

const NO_SCRIPTS = new Map<string, string>()

function page(sheet: string, body: string): string {
  return `<head><style>${sheet}</style></head><body>${body}</body>`
}

it('a page keeps the rules of its own classes, whatever signs are in their names', () => {
  const sheet =
    '.p-4{padding:1rem}.w-1\\/2{width:50%}.m-9{margin:9px}' +
    'a.\\[a\\&\\]\\:underline{text-decoration:underline}' +
    '.group:hover .group-hover\\:scale-\\[1\\.02\\]{scale:1.02}'
  const body =
    '<a class="p-4 w-1/2 [a&amp;]:underline"></a><i class="group group-hover:scale-[1.02]">'
  const result = withUsedRules(page(sheet, body), NO_SCRIPTS)
  for (const rule of ['padding', 'width', 'text-decoration', 'scale'])
    expect(result).toContain(rule)
  expect(result).not.toContain('margin')
})

it('a class that only a script uses stays, however late the script is loaded', () => {
  const sheet = '.arrives{color:red}.elsewhere{color:blue}'
  const scripts = new Map([
    ['first.a1.js', 'import("./second.b2.js")'],
    ['second.b2.js', 'e({className:`flex `+(o?`arrives`:``)})'],
    ['admin.c3.js', 'e({className:"elsewhere"})'],
  ])
  const result = withUsedRules(page(sheet, '<script src="/_astro/first.a1.js"></script>'), scripts)
  expect(result).toContain('.arrives')
  expect(result).not.toContain('.elsewhere')
})

it('custom properties stay while something reads them, through other properties as well', () => {
  const sheet =
    ':root{--read:var(--behind);--behind:1px;--idle:var(--behind-idle);--behind-idle:2px}' +
    '@property --idle{syntax:"*";inherits:false}b{width:var(--read)}'
  const result = withUsedRules(page(sheet, ''), NO_SCRIPTS)
  expect(result).toContain('--read:var(--behind)')
  expect(result).toContain('--behind:1px')
  expect(result).not.toContain('idle')
})

it('rules without a class, states and media stay as they are', () => {
  const sheet = 'p{margin:0}[hidden]{display:none}@media print{nav{display:none}}'
  expect(withUsedRules(page(sheet, ''), NO_SCRIPTS)).toContain(sheet)
})

it('the styles of a page become one, in their order', () => {
  const two = '<style>i{color:red}</style>\n<style>i{width:1px}</style><p>'
  expect(withUsedRules(two, NO_SCRIPTS)).toBe('<style>i{color:red;width:1px}</style>\n<p>')
})

it('the second declaration of properties, for browsers without @property, is left out', () => {
  const fallback = '@layer properties{@supports (((a:b)) and (not (c:d))){*,:before{--x:0}}}'
  const result = withUsedRules(page(`${fallback}i{width:var(--x)}`, ''), NO_SCRIPTS)
  expect(result).toContain('<style>i{width:var(--x)}</style>')
})

it('a page asks for nothing newer than the oldest browsers know', () => {
  const sheet =
    'a{color:light-dark(#fff,#000);&:hover{width:1px}}' +
    ':root{color-scheme:light dark}@media (width<=768px){a{mask:url(a.svg);height:calc(100svh - 1px)}}'
  const result = withUsedRules(page(sheet, ''), NO_SCRIPTS)
  for (const newer of ['light-dark(', '&', '<=']) expect(result).not.toContain(newer)
  expect(result).toContain('a:hover{width:1px}')
  expect(result).toContain('(max-width:768px)')
  expect(result).toContain('-webkit-mask:')
  expect(result).toContain('height:calc(100vh - 1px);height:calc(100svh - 1px)')
  expect(result).toContain('@media (prefers-color-scheme:dark){:root{')
})

it('layers are removed, and their rules stand in their order, before those outside of them', () => {
  const sheet =
    'b{color:red}@layer base,utilities;@layer utilities{.u{width:1px}}@layer base{i{width:2px}}' +
    '@layer utilities{@media print{.u{width:3px}}}'
  expect(withUsedRules(page(sheet, '<i class="u">'), NO_SCRIPTS)).toContain(
    '<style>i{width:2px}.u{width:1px}@media print{.u{width:3px}}b{color:red}</style>',
  )
})

it('what the theme says once, and what no rule of the page changes, stands where it is read', () => {
  const sheet =
    '@layer theme{:root,:host{--spacing:.25rem;--gap:var(--spacing);--set:1px;--told:2px;--line:calc(3 / 2)}}' +
    '@property --style{syntax:"*";inherits:false;initial-value:solid}' +
    '@property --leading{syntax:"*";inherits:false}' +
    '@property --snap{syntax:"*";inherits:false;initial-value:proximity}' +
    'i{gap:calc(var(--gap) * 2);line-height:var(--leading,var(--line));border-style:var(--style)}' +
    'b{--set:3px;--snap:mandatory;width:var(--set);height:var(--told);' +
    'scroll-snap-type:x var(--snap)}'
  const result = withUsedRules(page(sheet, '<script>s.setProperty("--told")</script>'), NO_SCRIPTS)
  expect(result).toContain('i{border-style:solid;gap:.5rem;line-height:1.5}')
  for (const changing of ['--set', '--told', '--snap']) expect(result).toContain(`var(${changing})`)
  for (const gone of ['--spacing', '--gap', '--style', '--leading']) {
    expect(result).not.toContain(gone)
  }
})
