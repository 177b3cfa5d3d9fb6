/*
 * Which Chromium drives the browser tests. The first that is there: CHROMIUM_PATH, Playwright's own,
 * on Linux x64 the one that npm brought, the system's. Nothing is downloaded.
 */
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { unpackChromium } from './unpack.mjs'

const SYSTEM_BROWSERS = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) => [
      `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
      `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`,
    ]),
}

/**
 * The program, and the environment variables that it needs besides those of this process.
 *
 * @returns {Promise<{ executablePath: string, env: Record<string, string> }>}
 */
export async function resolveChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return { executablePath: chosen, env: {} }
  const own = chromium.executablePath()
  if (existsSync(own)) return { executablePath: own, env: {} }
  // Before the system's: it is the version in the lock file, and sends no requests of its own.
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium()
  const system = (SYSTEM_BROWSERS[process.platform] ?? []).find((file) => existsSync(file))
  if (system) return { executablePath: system, env: {} }
  throw new Error(
    'There is no Chromium for the browser tests: run `npx playwright install chromium`, or set CHROMIUM_PATH.',
  )
}
