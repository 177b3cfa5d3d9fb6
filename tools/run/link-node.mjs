/*
 * npm runs this after every install (`postinstall`). It leaves node_modules/.bin/node as a link to the
 * bundled Node, so that `npm run` and `npx` use that Node whatever Node started npm. npm 11 makes the
 * link itself; npm 10 removes it.
 */
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bundledNode, root } from './step.mjs'

const bundled = bundledNode()
const link = join(root, 'node_modules', '.bin', 'node')

if (bundled && !existsSync(link)) {
  // existsSync is false for a link without its target.
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), bundled), link)
}
