import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectNode, root } from '#tools/run/step.mjs'

const astro = join(root, 'node_modules/astro/bin/astro.mjs')

/** Rejects with what Astro had to say. */
export async function buildWithAstro(
  project: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> },
): Promise<void> {
  await promisify(execFile)(projectNode(), [astro, 'build', ...args], {
    cwd: project,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
}
