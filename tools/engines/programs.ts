import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { EngineName } from './tab.ts'

/** Where Debian's packages put each program. MiniBrowser is in no folder of PATH. */
const DEBIAN_PROGRAMS = {
  firefox: { 'firefox-esr': ['firefox-esr'] },
  webkit: {
    'webkit2gtk-driver': ['WebKitWebDriver', miniBrowser()],
    xvfb: ['xvfb-run', 'Xvfb'],
    xauth: ['xauth'],
    openbox: ['openbox'],
  },
} satisfies Record<EngineName, Record<string, string[]>>

/** The Debian packages that these engines need and that are not installed. */
export function missingPackages(engines: readonly EngineName[]): string[] {
  return engines
    .flatMap((engine) => Object.entries<string[]>(DEBIAN_PROGRAMS[engine]))
    .filter(([, programs]) => !programs.every(programFile))
    .map(([name]) => name)
}

/** The WebKitGTK test browser, under the multiarch folder of this machine. */
export function miniBrowser(): string {
  const folders = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' } as Record<string, string>
  return `/usr/lib/${folders[process.arch] ?? process.arch}/webkit2gtk-4.1/MiniBrowser`
}

/** The file of a program: the first one on PATH. */
export function programFile(program: string): string | undefined {
  const folders = program.startsWith('/') ? ['/'] : (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file))
}
