// The parser that Vite brings, and has written the sheet with.
import { transform } from 'lightningcss'
import { withConstants } from './constants.ts'

/**
 * The rules whose classes are named in the text, and the custom properties that those rules read.
 * A class is named where it stands between spaces or quotes, which is how Tailwind finds it too.
 */
export function usedRules(sheet: string, text: string): string {
  const words = new Set(text.split(/[\s"'`\\]+/))
  const unused = classesOf(sheet).filter((name) => !words.has(name) && !/["'`\\]/.test(name))
  const rules = without(withoutFallback(sheet), unused)
  return withoutIdleProperties(withConstants(rules, text), text)
}

/**
 * Tailwind says its properties twice: with @property, and in a layer for browsers that do not know
 * it. Those do not know light-dark() either, which all our colours are made of.
 */
function withoutFallback(sheet: string): string {
  return sheet.replace(/@layer properties\{@supports [^{]*\{[^{]*\{[^}]*\}\}\}/, '')
}

/** Finds more than classes, such as the end of `1.5em`: what is no class can only be left out in vain. */
function classesOf(sheet: string): string[] {
  const names = Array.from(sheet.matchAll(/\.((?:\\.|[\w-])+)/g), ([, name = '']) => name)
  return [...new Set(names.map((name) => name.replaceAll(/\\(.)/g, '$1')))]
}

/** What reads an idle property may be an idle property itself, so this goes on until none is left. */
function withoutIdleProperties(sheet: string, text: string): string {
  const reads = `${sheet} ${text}`.matchAll(/var\((--[\w-]+)/g)
  const read = new Set(Array.from(reads, ([, name]) => name))
  const declarations = sheet.matchAll(/(--[\w-]+)[:{]/g)
  const declared = new Set(Array.from(declarations, ([, name = '']) => name))
  const idle = [...declared].filter((name) => !read.has(name))
  return idle.length === 0 ? sheet : withoutIdleProperties(without(sheet, idle), text)
}

function without(sheet: string, unusedSymbols: string[]): string {
  const code = Buffer.from(sheet)
  return transform({ filename: 'page.css', code, minify: true, unusedSymbols }).code.toString()
}
