export interface ImportSpecifier {
  specifier: string
  /** Erased before the code runs. */
  isTypeOnly: boolean
  isDynamic: boolean
}

/** What a TypeScript or Astro file imports or re-exports, in the order of the text. */
export function importSpecifiers(text: string): ImportSpecifier[] {
  return [
    ...text.matchAll(/^\s*(?:import\b[^'"=(]*|export\b[^'"=(]*\bfrom\s*)['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g),
  ]
    .sort((a, b) => a.index - b.index)
    .map(([statement, specifier = '']) => ({
      specifier,
      isTypeOnly: /^\s*(?:import|export)\s+type\b/.test(statement),
      isDynamic: statement.startsWith('import('),
    }))
}
