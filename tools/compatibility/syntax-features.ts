/* Which features of MDN's data a regular expression uses. The build lowers all other syntax. */
import type { ESTree } from 'vite'
import { type AnyNode, textOf } from './script-nodes.ts'
import { type Feature, featureAt } from './support.ts'

const BY_FLAG: Record<string, string> = {
  d: 'builtins.RegExp.hasIndices',
  s: 'builtins.RegExp.dotAll',
  u: 'builtins.RegExp.unicode',
  v: 'builtins.RegExp.unicodeSets',
  y: 'builtins.RegExp.sticky',
}

const IN_PATTERN: [RegExp, string][] = [
  [/\(\?<[=!]/, 'regular_expressions.lookbehind_assertion'],
  [/\(\?<[\w$]+>/, 'regular_expressions.named_capturing_group'],
  [/\(\?(?:[ims]+|[ims]*-[ims]+):/, 'regular_expressions.modifier'],
  [/\\p\{/i, 'regular_expressions.unicode_character_class_escape'],
]

export function syntaxFeatures(node: AnyNode): Feature[] {
  // A string may become a regular expression.
  const paths = regExpPaths(textOf(node) ?? '')
  if (node.type === 'Literal' && 'regex' in node) {
    const { pattern, flags } = (node as ESTree.RegExpLiteral).regex
    paths.push(...regExpPaths(pattern, flags))
  }
  return paths.map((path) => featureAt(`javascript.${path}`))
}

function regExpPaths(pattern: string, flags = ''): string[] {
  // Without classes, and without escaped brackets.
  const bare = pattern.replaceAll(/\\[^p]|\[(?:\\.|[^\]])*\]/gi, '')
  return [
    ...IN_PATTERN.filter(([sign]) => sign.test(bare)).map(([, path]) => path),
    ...Array.from(flags, (flag) => BY_FLAG[flag] ?? []).flat(),
  ]
}
