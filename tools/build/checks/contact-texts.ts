import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#config/settings.ts'
import type { Problem } from '#content-loader/problem.ts'
import { isForPublishing } from '../build-settings.ts'
import type { Check } from './project.ts'
import { SETTINGS_FILE } from './settings.ts'

type Contact = keyof Pick<Settings, 'whatsApp' | 'phone' | 'email'>

/** What a text says that promises a contact. */
const PROMISES: Record<Contact, RegExp> = {
  whatsApp: /\bwhatsapp\b/i,
  phone: /\bcall us\b|\bour (phone|numbers?)\b|\bby phone\b|\bphone number on this page\b/i,
  email: /\b(our|by) e-?mail\b|\be-?mail us\b|\bmailto:/i,
}

/** Texts that name a way to reach the shop which the settings leave empty. */
export const contactTexts: Check = ({ root, settings, env }) => {
  const empty = (Object.keys(PROMISES) as Contact[]).filter((contact) => settings[contact] === '')
  if (empty.length === 0) return []
  const lines = globSync('src/content/**/*.md', { cwd: root })
    .sort()
    .flatMap((file) => empty.flatMap((contact) => promisesIn(root, file, contact)))
  if (empty.length < Object.keys(PROMISES).length || !isForPublishing(env)) return lines
  const unreachable = {
    file: SETTINGS_FILE,
    what: '"phone", "whatsApp" and "email" are all empty, so that no customer reaches the shop',
    write: 'Write at least one of them',
  }
  return [unreachable, ...lines]
}

function promisesIn(root: string, file: string, contact: Contact): Problem[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [words] = PROMISES[contact].exec(line) ?? []
    if (words === undefined) return []
    return {
      file: file.replaceAll('\\', '/'),
      what: `line ${index + 1} says "${words}", and "${contact}" in ${SETTINGS_FILE} is empty`,
      write: 'Fill it in, or write the text without it',
      isWarning: true,
    }
  })
}
