import { build } from 'vite'
import { scriptTargets } from './oldest-browsers.ts'

/** A module and all that it imports as one script, for where a page's own build does not reach. */
export async function buildScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: scriptTargets,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  if (!('output' in built)) throw new Error(`${entry} was not built as one script`)
  return built.output[0].code.trim()
}
