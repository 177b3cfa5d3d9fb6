/**
 * The sheet with every property that has one value everywhere replaced by that value: what the theme
 * says once, and Tailwind's own defaults that no rule of the page changes. Sums of them are done here
 * then rather than in each browser. A property that the text names may be set or read by a script.
 */
export function withConstants(sheet: string, text: string): string {
  const constants = new Map(
    [...themeValues(sheet), ...defaultValues(sheet)].filter(
      ([name, value]) => !text.includes(name) && isAlways(value, name, sheet),
    ),
  )
  return withValues(sheet, constants)
}

type Property = readonly [name: string, value: string | undefined]

function themeValues(sheet: string): Property[] {
  const [, theme = ''] = /@layer theme\{:root,:host\{([^}]*)\}/.exec(sheet) ?? []
  return declarationsIn(theme)
}

/** What is registered without a value has none, so its readers take what they hold in reserve. */
function defaultValues(sheet: string): Property[] {
  return Array.from(
    sheet.matchAll(/@property (--[\w-]+)\{([^}]*)\}/g),
    ([, name = '', rule = '']) => [name, /initial-value:([^;]*)/.exec(rule)?.[1]],
  )
}

function isAlways(value: string | undefined, name: string, sheet: string): boolean {
  return declarationsIn(sheet).every(([other, set]) => other !== name || set === value)
}

function declarationsIn(rules: string): Property[] {
  return Array.from(rules.matchAll(/(?<=[{;]|^)(--[\w-]+):([^;}]*)/g), ([, name = '', value]) => [
    name,
    value,
  ])
}

/** `var(…)` that holds no other one, and what it holds in reserve. */
const READING = /var\((--[\w-]+)(?:,((?:(?!var\()[^()]|\((?:(?!var\()[^()]|\([^()]*\))*\))*))?\)/g

/** A value may read other constants, so this goes on until nothing changes. */
function withValues(sheet: string, constants: ReadonlyMap<string, string | undefined>): string {
  const next = sheet.replaceAll(READING, (reading, name: string, reserve?: string) => {
    const value = constants.has(name) ? (constants.get(name) ?? reserve) : undefined
    // Spaces, so that it does not grow together with what stands beside it.
    return value === undefined ? reading : ` ${value} `
  })
  return next === sheet ? sheet : withValues(next, constants)
}
