/**
 * Replaces every custom property that has one value in the whole sheet by that value: properties of the
 * theme, and Tailwind's defaults that no rule of the page changes. Lightning CSS can then compute sums of
 * them. Properties that the text names stay, because a script may set or read them.
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

/** A property that is registered without a value has none: `var()` uses its fallback. */
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

/** A `var(…)` that contains no other one, and its fallback. */
const READING = /var\((--[\w-]+)(?:,((?:(?!var\()[^()]|\((?:(?!var\()[^()]|\([^()]*\))*\))*))?\)/g

/** A value may use other constants, so this is repeated until nothing changes. */
function withValues(sheet: string, constants: ReadonlyMap<string, string | undefined>): string {
  const next = sheet.replaceAll(READING, (reading, name: string, reserve?: string) => {
    const value = constants.has(name) ? (constants.get(name) ?? reserve) : undefined
    // Spaces, so that the value does not join the token beside it.
    return value === undefined ? reading : ` ${value} `
  })
  return next === sheet ? sheet : withValues(next, constants)
}
