/*
 * `import url from './form.ts?late'` gives the address of a script that is only fetched when it is
 * needed. An `import()` would do, but brings 760 bytes of help from Vite, and where it has failed
 * once the browser never tries that address again: this one can be given a "?2".
 */
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

const SUFFIX = '?late'
const PREFIX = '\0late:'

export function lateScripts(): AstroIntegration {
  return {
    name: 'late-scripts',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        updateConfig({ vite: { plugins: [addresses(command === 'build')] } })
      },
    },
  }
}

function addresses(isBuilt: boolean): Plugin {
  return {
    name: 'late-scripts',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(SUFFIX)) return undefined
      const file = await this.resolve(id.slice(0, -SUFFIX.length), importer)
      return file && PREFIX + file.id
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined
      const file = id.slice(PREFIX.length)
      if (!isBuilt) return `export default ${JSON.stringify(`/@fs${file}`)}`
      const reference = this.emitFile({ type: 'chunk', id: file })
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`
    },
  }
}
