/* Every WhatsApp button of the admin stands in the table of docs/desk-rules.md, with its texts (rule 21.60). */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MESSAGE_KINDS } from '#admin/order/told.ts'

const CHAT_LINK = /\bwhatsAppLink\(|\bforwardUrl\(|\bwhatsAppUrl\(|\bchatUrl\(|wa\.me\//
const BUTTON = /<Reach(?:One|Link)?\b/
/** What all buttons are made of: opens the chat with the text of a kind, and calls what notes it. */
const COMPONENTS = ['src/desk/reach/messages/Reach.tsx', 'src/desk/reach/messages/ReachOne.tsx']
/** Its text goes to whom the admin chooses, not to a customer. */
const TO_NO_CUSTOMER = 'src/desk/money/days/DaysIsland.tsx'

const sources = globSync('src/{admin,desk}/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

const table = [
  ...readFileSync('docs/desk-rules.md', 'utf8').matchAll(/^\| .+ \| `(src\/.+)` \| (.+) \|$/gm),
].map(([, file = '', kinds = '']) => ({
  file,
  kinds: [...kinds.matchAll(/`(\w+)`/g)].map(([, kind = '']) => kind),
}))

it('rule 21.60: chats with customers are opened by one component', () => {
  expect(filesWith(CHAT_LINK).sort()).toEqual([TO_NO_CUSTOMER, 'src/desk/reach/messages/Reach.tsx'])
})

it('rule 21.60: every button is in the table', () => {
  const buttons = filesWith(BUTTON).filter((file) => !COMPONENTS.includes(file))
  expect(table.map(({ file }) => file).sort()).toEqual([...buttons, TO_NO_CUSTOMER].sort())
})

it('rule 21.60: every button has the texts of the table', () => {
  for (const { file, text } of sources.filter(({ text }) => BUTTON.test(text))) {
    const [, kind] = /<Reach(?:One|Link)?\s[^>]*?\bkind="(\w+)"/.exec(text) ?? []
    if (kind) expect(table.find((row) => row.file === file)?.kinds, file).toEqual([kind])
  }
})

it('rule 21.60: every text that can be changed is sent', () => {
  const sent = new Set(table.flatMap(({ kinds }) => kinds))
  expect([...sent].sort()).toEqual(Object.keys(MESSAGE_KINDS).sort())
})
