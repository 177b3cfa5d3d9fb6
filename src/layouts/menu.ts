/** The links of small screens: a modal dialog, so Esc, focus and the inert page come with it. */
export function startMenu(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#menu')
  const button = document.querySelector<HTMLButtonElement>('[data-menu-button]')
  if (!dialog || !button) return

  button.addEventListener('click', () => {
    dialog.showModal()
    button.setAttribute('aria-expanded', 'true')
  })
  dialog.addEventListener('close', () => button.setAttribute('aria-expanded', 'false'))
  dialog.addEventListener('click', (event) => {
    // The dialog itself is only hit beside its content: on the backdrop.
    const target = event.target
    if (target === dialog || isCloseButton(target)) dialog.close()
  })
  // Coming back to this page must not find the menu open still, nor may it outlive its button.
  addEventListener('pagehide', () => dialog.close())
  new ResizeObserver(() => {
    if (dialog.open && button.offsetParent === null) dialog.close()
  }).observe(document.documentElement)
}

function isCloseButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-menu-close]') !== null
}
