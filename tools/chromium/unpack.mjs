import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const NSS_LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu/libnss3.so',
  '/lib/x86_64-linux-gnu/libnss3.so',
  '/usr/lib64/libnss3.so',
]

/**
 * Unpacks the browser of @sparticuz/chromium once, with the libraries and the fonts that a bare
 * system lacks.
 *
 * @returns {Promise<{ executablePath: string, env: Record<string, string> }>}
 */
export async function unpackChromium() {
  const folder = resolve('node_modules/.cache/chromium')
  mkdirSync(folder, { recursive: true })
  return inTemporaryFolder(folder, async () => {
    const { default: packaged, inflate } = await import('@sparticuz/chromium')
    const executablePath = await packaged.executablePath()
    const libraries = existsAny(NSS_LIBRARIES) ? {} : await packagedLibraries(inflate)
    return { executablePath, env: { ...libraries, ...(hasFonts() ? {} : packagedFonts(folder)) } }
  })
}

/** The package unpacks to the temporary folder, wherever that is. */
async function inTemporaryFolder(folder, work) {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

async function packagedLibraries(inflate) {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const unpacked = await inflate(join(dirname(dirname(entry)), 'bin', 'al2023.tar.br'))
  const folders = [process.env.LD_LIBRARY_PATH, join(unpacked, 'lib')]
  return { LD_LIBRARY_PATH: folders.filter(Boolean).join(':') }
}

/** Its own fonts.conf names folders that are not ours, and every text would be invisible. */
function packagedFonts(folder) {
  const file = join(folder, 'fonts.conf')
  const fonts = `<dir>${join(folder, 'fonts')}</dir>`
  const cache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${fonts}${cache}</fontconfig>`,
  )
  return { FONTCONFIG_FILE: file }
}

function hasFonts() {
  const folder = '/usr/share/fonts'
  return existsSync('/etc/fonts/fonts.conf') && existsSync(folder) && readdirSync(folder).length > 0
}

function existsAny(files) {
  return files.some((file) => existsSync(file))
}
