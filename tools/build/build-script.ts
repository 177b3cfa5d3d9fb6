import { build } from 'vite'
import { scriptTargets } from './oldest-browsers.ts'

/**
 * A module and all that it imports as one script, for where a page's own build does not reach.
 * @param values Of `import.meta.env`.
 */
export async function buildScript(
  entry: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        `import.meta.env.${name}`,
        JSON.stringify(value),
      ]),
    ),
    build: {
      write: false,
      target: scriptTargets,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  if (!('output' in built)) throw new Error(`${entry} was not built as one script`)
  return built.output[0].code.trim()
}
