import type { Plugin } from 'vite'
import { buildScript } from './build-script.ts'

const SUFFIX = '?inline-script'

/** `import script from './file.ts?inline-script'`: the file and all that it imports as the text of one script. */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return undefined
      return `export default ${JSON.stringify(await buildScript(id.slice(0, -SUFFIX.length)))}`
    },
  }
}
