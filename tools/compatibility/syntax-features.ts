/* Which features of MDN's data the syntax of a node uses. The build lowers all but regular expressions. */
import type { ESTree } from 'vite'
import { type AnyNode, textOf } from './script-nodes.ts'
import { type Feature, featureAt } from './support.ts'

/** By the type of a node. */
const BY_TYPE: Record<string, string> = {
  StaticBlock: 'classes.static.initialization_blocks',
  PropertyDefinition: 'classes.public_class_fields',
  AccessorProperty: 'classes.public_class_fields',
  PrivateIdentifier: 'classes.private_class_fields',
  ChainExpression: 'operators.optional_chaining',
  ImportExpression: 'operators.import',
  ImportAttribute: 'statements.import.import_attributes',
  ExportAllDeclaration: 'statements.export.namespace',
}

const BY_OPERATOR: Record<string, string> = {
  '??': 'operators.nullish_coalescing',
  '??=': 'operators.nullish_coalescing_assignment',
  '||=': 'operators.logical_or_assignment',
  '&&=': 'operators.logical_and_assignment',
  '**': 'operators.exponentiation',
  '**=': 'operators.exponentiation_assignment',
}

const BY_KIND: Record<string, string> = {
  using: 'statements.using',
  'await using': 'statements.await_using',
}

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

export function syntaxFeatures(node: AnyNode, isTopLevel: boolean): Feature[] {
  const paths: (string | undefined)[] = [BY_TYPE[node.type]]
  if ('operator' in node) paths.push(BY_OPERATOR[String(node.operator)])
  // A string may become a regular expression.
  paths.push(...regExpPaths(textOf(node) ?? ''))
  switch (node.type) {
    case 'VariableDeclaration':
      paths.push(BY_KIND[node.kind])
      break
    case 'BinaryExpression':
      if (node.left.type === 'PrivateIdentifier') paths.push('classes.private_class_fields_in')
      break
    case 'AwaitExpression':
      if (isTopLevel) paths.push('operators.await.top_level')
      break
    case 'CatchClause':
      if (!node.param) paths.push('statements.try_catch.optional_catch_binding')
      break
    case 'Literal':
      if ('regex' in node) {
        const { pattern, flags } = (node as ESTree.RegExpLiteral).regex
        paths.push(...regExpPaths(pattern, flags))
      } else if ('bigint' in node) paths.push('builtins.BigInt')
  }
  return paths.flatMap((path) => (path ? featureAt(`javascript.${path}`) : []))
}

function regExpPaths(pattern: string, flags = ''): string[] {
  // Without classes, and without escaped brackets.
  const bare = pattern.replaceAll(/\\[^p]|\[(?:\\.|[^\]])*\]/gi, '')
  return [
    ...IN_PATTERN.filter(([sign]) => sign.test(bare)).map(([, path]) => path),
    ...Array.from(flags, (flag) => BY_FLAG[flag] ?? []).flat(),
  ]
}
