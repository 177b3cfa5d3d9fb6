/*
 * What a second language would replace stands in the word lists (words.ts, and the files of texts), the components,
 * the pages and the content; how it writes dates and lists, in src/kit/locale.ts.
 */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const RULES = globSync('src/{order,product,shop}/**/*.ts', {
  exclude: ['**/*.{test,schema,d}.ts', '**/texts/**', '**/{words,messages,card-text}.ts'],
})

const FILES = globSync('src/**/*.{ts,tsx,astro}', {
  exclude: ['**/*.test.*', 'src/kit/locale.ts'],
})

/** Three words and more, the first with a capital, and another of four small letters. */
const SENTENCE = /^[A-Z]\S* (?=\S+ \S)(?=.*\b[a-z]{4})/

const LOCALE = /(['"`])(?:en|sv)(?:[-_][A-Z]{2})?\1|\ben_US\b/g

it('no rule and no API file has a sentence of a page', () => {
  expect(RULES.length).toBeGreaterThan(100)
  const found = RULES.flatMap((file) =>
    sentencesIn(file, readFileSync(file, 'utf8')).map((sentence) => `${file}: ${sentence}`),
  )
  expect(found).toEqual([])
})

it('the locale stands once', () => {
  const found = FILES.filter((file) => readFileSync(file, 'utf8').search(LOCALE) >= 0)
  expect(found).toEqual([])
})

function sentencesIn(file: string, text: string): string[] {
  const found: string[] = []
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found

  function visit(node: ts.Node): void {
    if (isForMaintainers(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const content = node.getText().slice(1, -1)
      if (SENTENCE.test(content.replace(/\$\{[^}]*\}/g, '0'))) found.push(content)
    }
    ts.forEachChild(node, visit)
  }
}

/** An error, and what is logged. */
function isForMaintainers(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText())
  if (ts.isPropertyAssignment(node)) return node.name.getText() === 'errorMessage'
  return ts.isCallExpression(node) && /^(console\.|createSubmit$)/.test(node.expression.getText())
}
