/*
 * The links of small screens: a modal dialog, so Esc, focus and the inert page come with it. Before this
 * script its button opens it by `command`, where browsers can. Imports nothing, so that Astro inlines it.
 */
const dialog = document.querySelector<HTMLDialogElement>('#menu')
const button = document.querySelector<HTMLButtonElement>('[data-menu-button]')
if (dialog && button) startMenu(dialog, button)

function startMenu(dialog: HTMLDialogElement, button: HTMLButtonElement): void {
  button.removeAttribute('command')
  button.addEventListener('click', () => {
    dialog.showModal()
    button.setAttribute('aria-expanded', 'true')
  })
  dialog.addEventListener('close', () => button.setAttribute('aria-expanded', 'false'))
  dialog.addEventListener('click', ({ target }) => {
    // The dialog itself is only hit beside its content: on the backdrop.
    if (target === dialog || (target as Element).closest('[data-menu-close]')) dialog.close()
  })
  // Coming back to this page must not find the menu open still, nor may it outlive its button.
  addEventListener('pagehide', () => dialog.close())
  new ResizeObserver(() => {
    if (dialog.open && button.offsetParent === null) dialog.close()
  }).observe(document.documentElement)
}
