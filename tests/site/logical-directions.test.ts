/*
 * Pages name the start and the end of a line, not left and right, so that they hold in a language that is written
 * from right to left.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FILES = globSync('src/**/*.{ts,tsx,astro,css}', { exclude: ['**/*.test.*'] })

/** A class of Tailwind, with or without variants before it. */
const CLASSES =
  /(?<=["'`\s:])-?(?:(?:(?:scroll-)?[mp][lr]|left|right)-(?:[\d[(]|auto|px|full)|(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?=[-"'`\s!])|(?:text|float|clear)-(?:left|right)(?=["'`\s!]))[^"'`\s]*/g

const DECLARATIONS =
  /(?<=[{;\s])(?:[\w-]+-)?(?:left|right)(?:-[\w-]+)?:[^;]*;|(?:text-align|float|clear): (?:left|right)/g

it('every page and component has logical directions', () => {
  expect(FILES.length).toBeGreaterThan(300)
  const found = FILES.flatMap((file) =>
    directionsIn(file, readFileSync(file, 'utf8')).map((direction) => `${file}: ${direction}`),
  )
  expect(found).toEqual([])
})

function directionsIn(file: string, text: string): string[] {
  const styles = file.endsWith('.css') ? [text] : (text.match(/<style[^>]*>.*?<\/style>/gs) ?? [])
  return [
    ...matches(file.endsWith('.css') ? '' : text, CLASSES),
    ...styles.flatMap((style) => matches(style, DECLARATIONS)),
  ]
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([found]) => found)
}
