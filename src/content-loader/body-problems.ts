import { markdownToMdast } from 'satteri'
import { pictureProblem } from './pictures.ts'

type Node = ReturnType<typeof markdownToMdast>

const LINK_SCHEMES = /^(https?|mailto|tel):/i
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i

interface Source {
  /** The folder that holds the file. */
  root: string
  /** The file's path below the root. */
  file: string
  /** Lines of the file before the body. */
  linesBefore: number
}

/** What the body of a content file may not contain: one sentence per problem, with its line. */
export function bodyProblems(body: string, { root, file, linesBefore }: Source): string[] {
  const problems: string[] = []
  const nodes = allNodes(markdownToMdast(body))
  const pictureNames = new Set(
    nodes.flatMap((node) => (node.type === 'imageReference' ? [node.identifier] : [])),
  )
  for (const node of nodes) {
    const problem = problemOf(node)
    const line = linesBefore + (node.position?.start.line ?? 1)
    if (problem) problems.push(`line ${line} ${problem}`)
  }
  return problems

  function problemOf(node: Node): string | undefined {
    if (node.type === 'html') {
      return `has HTML (${firstLine(node.value)}). Write it in Markdown: HTML is not published.`
    }
    if (node.type === 'image') return problemOfPicture(node.url)
    if (node.type === 'definition' && pictureNames.has(node.identifier)) {
      return problemOfPicture(node.url)
    }
    if (node.type !== 'link' && node.type !== 'definition') return undefined
    if (!ANY_SCHEME.test(node.url) || LINK_SCHEMES.test(node.url)) return undefined
    return `links to ${node.url}. Write a link that begins with https://, mailto:, tel: or /.`
  }

  function problemOfPicture(picture: string): string | undefined {
    const problem = pictureProblem(root, file, picture)
    return problem && `has a picture whose path ${problem}`
  }
}

function allNodes(node: Node): Node[] {
  const children = 'children' in node ? (node.children as Node[]) : []
  return [node, ...children.flatMap(allNodes)]
}

function firstLine(html: string): string {
  const [line = ''] = html.trim().split('\n')
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
