import code from './contact-form.ts?late'

/**
 * What checks and sends the form is fetched when somebody turns to it. A press that is faster is not
 * lost: it is done as soon as that has come.
 */
export function offerForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-contact-form]')
  form?.addEventListener('focusin', () => void fetchCode(form), { once: true })
  form?.addEventListener('submit', sendLater)
}

async function sendLater(event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  if (await fetchCode(form)) return form.requestSubmit()
  form.querySelector('[data-contact-failed]')?.removeAttribute('hidden')
  // The customer is told of it (ui/toaster.ts), and the next press tries again.
  dispatchEvent(new Event('island-failed'))
}

let coming: Promise<void> | undefined
let tries = 0

/** Once, however often it is asked for, and after a failure again. Returns whether it has come. */
async function fetchCode(form: HTMLFormElement): Promise<boolean> {
  try {
    coming ??= start(form)
    await coming
    return true
  } catch {
    coming = undefined
    return false
  }
}

async function start(form: HTMLFormElement): Promise<void> {
  tries += 1
  // A browser remembers for good that an address failed, so each try has one of its own.
  const address = tries === 1 ? code : `${code}?${tries}`
  const { startContactForm }: typeof import('./contact-form.ts') = await import(
    /* @vite-ignore */ address
  )
  form.removeEventListener('submit', sendLater)
  startContactForm(form)
}
