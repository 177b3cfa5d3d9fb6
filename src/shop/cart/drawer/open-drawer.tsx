import { createRoot } from 'react-dom/client'
import type { Toast } from '#kit/toast/toast.store.ts'
import { AddedDrawer } from './AddedDrawer.tsx'

const root = createRoot(document.body.appendChild(document.createElement('div')))

/** For a form without React. */
export function openCartDrawer(added: Toast): void {
  root.render(<AddedDrawer added={{ ...added }} />)
}
