// The parser that Vite brings, and has written the sheet with.
import { type CustomAtRules, type TransformOptions, transform } from 'lightningcss'
import { styleTargets } from '../oldest-browsers.ts'
import { withConstants } from './constants.ts'
import { withoutLayers } from './layers.ts'

/**
 * The rules whose classes are named in the text, and the custom properties that those rules read.
 * A class is named where it stands between spaces or quotes, which is how Tailwind finds it too.
 */
export function usedRules(sheet: string, text: string): string {
  const words = new Set(text.split(/[\s"'`\\]+/))
  const unused = classesOf(sheet).filter((name) => !words.has(name) && !/["'`\\]/.test(name))
  const rules = without(withoutFallback(sheet), unused)
  return lowered(withoutIdleProperties(withConstants(rules, text), text))
}

/**
 * Tailwind declares its properties twice: with @property, and in a layer for browsers without it.
 * Where a page still reads one after constants are inlined, it reads it with an empty fallback.
 */
function withoutFallback(sheet: string): string {
  return sheet.replace(/@layer properties\{@supports [^{]*\{[^{]*\{[^}]*\}\}\}/, '')
}

/** Also finds text that is no class, such as the end of `1.5em`, which removes nothing. */
function classesOf(sheet: string): string[] {
  const names = Array.from(sheet.matchAll(/\.((?:\\.|[\w-])+)/g), ([, name = '']) => name)
  return [...new Set(names.map((name) => name.replaceAll(/\\(.)/g, '$1')))]
}

/** Repeated, because a property that is only read by an unused property is unused too. */
function withoutIdleProperties(sheet: string, text: string): string {
  const reads = `${sheet} ${text}`.matchAll(/var\((--[\w-]+)/g)
  const read = new Set(Array.from(reads, ([, name]) => name))
  const declarations = sheet.matchAll(/(--[\w-]+)[:{]/g)
  const declared = new Set(Array.from(declarations, ([, name = '']) => name))
  const idle = [...declared].filter((name) => !read.has(name))
  return idle.length === 0 ? sheet : withoutIdleProperties(without(sheet, idle), text)
}

function without(sheet: string, unusedSymbols: string[]): string {
  return rewritten(sheet, { unusedSymbols })
}

/** Last, because it writes light-dark() as custom properties and some declarations twice. */
function lowered(sheet: string): string {
  const rules = withoutLayers(sheet)
  return rewritten(rules, { targets: styleTargets }).replaceAll(VIEWPORT_HEIGHT, withPlainUnit)
}

/** A declaration in dvh or svh, which Lightning CSS leaves alone and Chrome before 108 does not know. */
const VIEWPORT_HEIGHT = /(?<=[{;])[\w-]+:[^;{}]*\d[ds]vh\b[^;{}]*/g

function withPlainUnit(declaration: string): string {
  return `${declaration.replaceAll(/(\d)[ds]vh\b/g, '$1vh')};${declaration}`
}

function rewritten(
  sheet: string,
  options: Pick<TransformOptions<CustomAtRules>, 'unusedSymbols' | 'targets'>,
): string {
  const code = Buffer.from(sheet)
  return transform({ filename: 'page.css', code, minify: true, ...options }).code.toString()
}
