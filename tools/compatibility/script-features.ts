/*
 * The features of a script that the oldest browsers lack. Regular expressions, globals and static members are
 * known exactly. Other members and events are known by their names alone: where several interfaces have
 * one, it is enough that one of them is supported.
 */
import { parseSync } from 'vite'
import {
  type AnyNode,
  isAdded,
  isDeclaration,
  isReference,
  memberName,
  nameOf,
  textOf,
  walk,
} from './script-nodes.ts'
import { type Feature, featuresBelow, isSupported } from './support.ts'
import { syntaxFeatures } from './syntax-features.ts'

const BUILTINS = [...featuresBelow('javascript.builtins')]
const INTERFACES = [...featuresBelow('api', 2)]

/** By `canParse`, and static members by `URL.canParse` too. */
const members = new Map<string, Feature[]>()
const globals = new Map<string, Feature[]>()
const events = new Map<string, Feature[]>()

for (const feature of [...BUILTINS, ...INTERFACES]) {
  const [name = '', parent = ''] = feature.path.split('.').reverse()
  if (name.endsWith('_event')) add(events, name.slice(0, -'_event'.length), feature)
  const member = name.replace(/_static$/, '')
  // Others are parameters, and notes such as `worker_support`.
  if (member.includes('_')) continue
  if (parent === 'api' || parent === 'builtins') add(globals, name, feature)
  else if (parent === 'Window' || parent === '_globals') add(globals, name, feature)
  add(members, member, feature)
  add(members, `${parent}.${member}`, feature)
}

function add(index: Map<string, Feature[]>, name: string, feature: Feature): void {
  const others = index.get(name)
  if (others) others.push(feature)
  else index.set(name, [feature])
}

/** Features of which a script uses one, since they share a name. */
type Use = Feature[]

/**
 * The paths, in MDN's data, of the features that the scripts use and an oldest browser lacks. A member that any
 * of the scripts defines itself, as a property of an object or as an export, is its own.
 */
export function missingInScripts(scripts: Iterable<string>): Set<string> {
  const missing = new Map<string, string>()
  const own = new Set<string>()
  for (const script of scripts) {
    const uses = usesOf(script, own)
    for (const [name, use] of uses)
      if (!use.some(isSupported) && use[0]) missing.set(name, use[0].path)
  }
  for (const name of own) missing.delete(name)
  return new Set(missing.values())
}

/** By names; adds those that the script defines to `own`. */
function usesOf(script: string, own: Set<string>): Map<string, Use> {
  const { program, errors } = parseSync('script.js', script)
  if (errors[0]) throw new Error(`The script cannot be parsed: ${errors[0].message}`)
  const uses = new Map<string, Use>()
  const names = new Set<string>()
  const declared = new Set<string>()
  const use = (name: string, index: Map<string, Use>, label = name) => {
    const features = index.get(name)
    if (features) uses.set(label, features)
  }

  for (const { node, parent, key } of walk(program as unknown as AnyNode)) {
    for (const feature of syntaxFeatures(node)) uses.set(`syntax ${feature.path}`, [feature])
    const text = textOf(node)
    if (text) use(text.replace(/^on/, ''), events, `event ${text}`)
    switch (node.type) {
      case 'Identifier':
        if (isDeclaration(parent, key)) declared.add(node.name)
        else if (isReference(parent, key)) names.add(node.name)
        break
      case 'MemberExpression': {
        const name = memberName(node)
        const of = node.object.type === 'Identifier' ? `${node.object.name}.${name}` : ''
        if (isAdded(node, parent, key)) own.add(name)
        else use(members.has(of) ? of : name, members)
        break
      }
      case 'ObjectExpression':
        for (const property of node.properties)
          if (property.type === 'Property') own.add(nameOf(property.key))
        break
      case 'ExportSpecifier':
        own.add(nameOf(node.exported))
        break
      case 'MethodDefinition':
      case 'PropertyDefinition':
        own.add(nameOf(node.key))
        break
      case 'ObjectPattern':
        for (const property of node.properties) {
          if (property.type !== 'Property') continue
          use(nameOf(property.key), members)
          if (property.value.type === 'Identifier') declared.add(property.value.name)
        }
    }
  }
  for (const name of names) if (!declared.has(name)) use(name, globals, `global ${name}`)
  return uses
}
