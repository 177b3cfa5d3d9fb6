/*
 * Merges shared modules into few files. Rolldown puts modules into one file where exactly the same entries
 * need them, which makes dozens of small files; its own options to merge them add React and the admin's code
 * to pages that have neither (docs/decisions/islands.md).
 */
import type { Plugin, Rolldown } from 'vite'
import { filesOf, type Module } from './module-groups.ts'

/** What Astro renders islands with. No page loads it without their components. */
const RENDERER = /\/@astrojs\/react\/dist\/client\.js$/

const ADMIN = /\/src\/(features|pages)\/admin\//

export function scriptFiles(): Plugin {
  let fileOf = new Map<string, string>()
  return {
    name: 'script-files',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      environments: {
        client: {
          build: {
            rolldownOptions: {
              preserveEntrySignatures: 'allow-extension',
              output: {
                codeSplitting: {
                  includeDependenciesRecursively: false,
                  groups: [{ name: (id) => fileOf.get(id) ?? null, debugName: 'shared' }],
                },
              },
            },
          },
        },
      },
    }),
    buildEnd() {
      fileOf = filesOf(modulesOf(this))
    },
    generateBundle(_, bundle) {
      hoistImports(bundle)
    },
  }
}

function modulesOf(context: Rolldown.PluginContext): Map<string, Module> {
  const modules = new Map<string, Module>()
  for (const id of context.getModuleIds()) {
    const info = context.getModuleInfo(id)
    if (!info) continue
    const isEntry = (info.isEntry || info.dynamicImporters.length > 0) && !RENDERER.test(id)
    const size = info.code?.length ?? 0
    modules.set(id, { id, size, imports: [...info.importedIds], isEntry, isAdmin: ADMIN.test(id) })
  }
  addRenderer(modules)
  return modules
}

/** Each page with a component of React loads its renderer too, so both are one file. Astro names the renderer apart. */
function addRenderer(modules: Map<string, Module>): void {
  const all = [...modules.values()]
  const renderer = all.find(({ id }) => id.endsWith('/node_modules/react-dom/client.js'))
  const react = all.find(({ id }) => id.endsWith('/node_modules/react/index.js'))
  if (!renderer || !react) throw new Error('The build has no React')
  react.imports.push(renderer.id)
}

/** Names in each file what its imports import, so that browsers fetch all of it at once. Runs nothing earlier. */
function hoistImports(bundle: Rolldown.OutputBundle): void {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const all = new Set(chunk.imports)
    for (const file of all) {
      const other = bundle[file]
      if (other?.type === 'chunk') for (const next of other.imports) all.add(next)
    }
    const missing = [...all].filter((file) => !chunk.imports.includes(file))
    chunk.code += missing.map((file) => `import"./${file.split('/').at(-1)}";`).join('')
  }
}
