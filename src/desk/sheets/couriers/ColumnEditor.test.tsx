import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ColumnEditor } from './ColumnEditor.tsx'
import { createCourierSettings } from './courier-settings.store.ts'
import { settingsFor } from './courier-settings.ts'

test('rule 13.12: the fields of a courier’s columns have the same names after a reload, which fills them in', () => {
  const names = () => {
    const html = renderToStaticMarkup(
      <ColumnEditor settings={settingsFor([], 'postex')} store={createCourierSettings()} />,
    )
    return html.match(/name="[^"]+"/g)
  }
  expect(names()).toContain('name="header-0"')
  expect(names()).toEqual(names())
})
