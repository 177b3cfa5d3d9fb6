/* The features of a style sheet that the oldest browsers lack. */
import { type AtRule, type ChildNode, type Declaration, parse, type Rule } from 'postcss'
import { type Feature, featuresBelow, findFeature, isSupported } from './support.ts'

/** Functions and units by name; of several with one name it is enough that one is supported. */
const values = new Map<string, Feature[]>()

for (const feature of featuresBelow('css.types')) {
  add(feature.path.split('.').at(-1) ?? '', feature)
  // Units are grouped: "<code>dvh</code>, <code>dvw</code> units".
  for (const [, unit = ''] of feature.compat.description?.matchAll(/<code>(\w+)<\/code>/g) ?? [])
    add(unit, feature)
}

function add(name: string, feature: Feature): void {
  const others = values.get(name)
  if (others) others.push(feature)
  else values.set(name, [feature])
}

/** The paths of the features in MDN's data. What a browser with a prefix or an earlier declaration is told is left out. */
export function missingInStyles(sheets: Iterable<string>): Set<string> {
  const missing = new Set<string>()
  for (const sheet of sheets) {
    parse(sheet).walk((node) => {
      for (const choice of featuresOf(node))
        if (choice[0] && !choice.some(isSupported)) missing.add(choice[0].path)
    })
  }
  return missing
}

/** For each feature of a node: those that its name may mean. */
function featuresOf(node: ChildNode): Feature[][] {
  switch (node.type) {
    case 'atrule':
      return ofAtRule(node)
    case 'rule':
      return ofSelector(node)
    case 'decl':
      return ofDeclaration(node)
    default:
      return []
  }
}

function ofAtRule({ name, params }: AtRule): Feature[][] {
  const found = [named(`css.at-rules.${name}`)]
  if (name !== 'media') return found
  for (const [, feature = ''] of params.matchAll(/\(\s*(?:min-|max-)?([\w-]+)/g))
    found.push(named(`css.at-rules.media.${feature}`))
  if (/[<>]/.test(params)) found.push(named('css.at-rules.media.range_syntax'))
  return found
}

function ofSelector({ selector, parent }: Rule): Feature[][] {
  if (parent?.type === 'atrule' && (parent as AtRule).name === 'keyframes') return []
  const bare = selector.replaceAll(/\\.|"[^"]*"|'[^']*'/g, '')
  const found = Array.from(bare.matchAll(/::?([a-z][\w-]*)/g), ([, name]) =>
    named(`css.selectors.${name}`),
  )
  if (parent?.type === 'rule') found.push(named('css.selectors.nesting'))
  return found
}

function ofDeclaration(declaration: Declaration): Feature[][] {
  const { prop, value, parent } = declaration
  if (parent?.type === 'atrule' && (parent as AtRule).name !== 'media')
    return [named(`css.at-rules.${(parent as AtRule).name}.${prop}`)]
  const before = parent?.nodes.slice(0, parent.index(declaration)) ?? []
  const names = before.flatMap((node) => (node.type === 'decl' ? [node.prop] : []))
  if (names.some((name) => /^-(webkit|moz)-/.test(name) && name.endsWith(`-${prop}`))) return []
  const property = `css.properties.${prop}`
  const found = prop.startsWith('-') ? [] : [named(property)]
  // Nothing more is to be said of a missing property, and the declaration before a missing value counts.
  if (found.some((all) => !all.some(isSupported)) || names.includes(prop)) return found
  const bare = value.replaceAll(/\\.|"[^"]*"|'[^']*'|url\([^)]*\)|--[\w-]+|#[\da-f]+|U\+\S+/gi, ' ')
  for (const [, word = '', bracket] of bare.matchAll(/(?<![\w#.-])([a-z][a-z-]*)(\(?)/gi)) {
    const own = named(`${property}.${word}`)
    if (own.length > 0) found.push(own)
    else if (bracket) found.push(values.get(word) ?? [])
  }
  for (const [, unit = ''] of bare.matchAll(/\d([a-z]+)/gi)) found.push(values.get(unit) ?? [])
  return found
}

function named(path: string): Feature[] {
  const feature = findFeature(path)
  return feature ? [feature] : []
}
