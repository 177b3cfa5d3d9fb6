import { dirname, join } from 'node:path'

export interface ImportSpecifier {
  specifier: string
  /** Erased before the code runs. */
  isTypeOnly: boolean
  isDynamic: boolean
}

/** What a TypeScript or Astro file imports or re-exports, in the order of the text. */
export function importSpecifiers(text: string): ImportSpecifier[] {
  return [
    ...text.matchAll(/^\s*(?:import\b(?!:)[^'"=(]*|export\b[^'"=(]*\bfrom\s*)['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g),
  ]
    .sort((a, b) => a.index - b.index)
    .map(([statement, specifier = '']) => ({
      specifier,
      isTypeOnly: /^\s*(?:import|export)\s+type\b/.test(statement),
      isDynamic: statement.startsWith('import('),
    }))
}

/** The file of this repository that a file imports by that name. Undefined for packages. */
export function fileOf(from: string, specifier: string): string | undefined {
  if (/^#(tools|tests)\//.test(specifier)) return specifier.slice(1)
  if (specifier.startsWith('#')) return join('src', specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}
