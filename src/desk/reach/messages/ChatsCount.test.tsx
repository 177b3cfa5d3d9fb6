import { atom } from 'nanostores'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChatsCount } from './ChatsCount.tsx'
import type { RemoteTexts } from './chats.store.ts'

test.each([
  [20, true, true],
  [20, false, false],
  [19, true, false],
])(
  'rule 21.4: %i chats, and somebody left to write to %s: advises to wait %s',
  (chats, isAnyLeft, advises) => {
    const $remote = atom({ state: 'ready', value: { chats } })
    const texts = { $remote } as unknown as RemoteTexts
    const html = renderToStaticMarkup(<ChatsCount texts={texts} isAnyLeft={isAnyLeft} />)
    expect(html).toContain(`${chats} new chats this hour`)
    expect(html.includes('may restrict your number')).toBe(advises)
  },
)
