import { type ChildNode, parse } from 'postcss'

/**
 * The rules of a sheet in the order of their layers, and then those outside of them. Browsers before Chrome 99
 * drop a whole layer, so a page would be bare. By specificity a rule may still outweigh one of a later layer:
 * the base layer has no selector above one class (src/styles/global.css).
 */
export function withoutLayers(sheet: string): string {
  const root = parse(sheet)
  const layers = new Map<string, ChildNode[]>()
  const outside: ChildNode[] = []
  for (const node of root.nodes) {
    if (node.type !== 'atrule' || node.name !== 'layer') {
      outside.push(node)
      continue
    }
    for (const name of node.params.split(/,\s*/)) {
      layers.set(name, [...(layers.get(name) ?? []), ...(node.nodes ?? [])])
    }
  }
  return [...layers.values(), outside].flat().map(String).join('\n')
}
