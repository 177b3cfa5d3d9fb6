import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AddressHints } from './address-help.ts'
import { inputOf, readDetails } from './delivery-form.ts'

/** Undefined until the first focus in the form, and where it could not be fetched. */
let help: Promise<typeof import('./address-help.ts') | undefined> | undefined

/** Without it the form works the same. The next focus tries again. */
function fetchHelp(): NonNullable<typeof help> {
  help ??= import('./address-help.ts').catch(() => {
    help = undefined
    return undefined
  })
  return help
}

/** Resolved when no pointer is down. A hint that moves the page in the middle of a press makes it miss. */
let pressEnd = Promise.resolve()

function followPress(): void {
  pressEnd = new Promise((resolve) => {
    // The click follows in the same task.
    const end = () => setTimeout(resolve)
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, end, { once: true, capture: true })
  })
}

/** Fills in what follows from the city, and gives hints about what was typed. */
export function useAddressHelp(form: RefObject<HTMLFormElement | null>) {
  const [hints, setHints] = useState<AddressHints>({})
  /** What this has filled in, until it is edited. It is replaced with the city; what was typed is not. */
  const filled = useRef({ state: '', postalCode: '' })

  useEffect(() => {
    addEventListener('pointerdown', followPress, { capture: true })
    return () => removeEventListener('pointerdown', followPress, { capture: true })
  }, [])

  function onFocus(): void {
    void fetchHelp()
  }

  /** Where a field was left, or a city was chosen from the list. */
  async function onLeave(field: string): Promise<void> {
    const fetched = await fetchHelp()
    await pressEnd
    if (!fetched || !form.current) return
    if (field === 'city') fillIn(form.current, fetched.detailsOfCity(readDetails(form.current)))
    setHints(fetched.addressHints(readDetails(form.current)))
  }

  function fillIn(element: HTMLFormElement, details: typeof filled.current): void {
    for (const field of ['state', 'postalCode'] as const) {
      const input = inputOf(element, field)
      if (!input || input.value === details[field]) continue
      if (input.value.trim() !== '' && input.value !== filled.current[field]) continue
      input.value = details[field]
      // The focus is there already where Tab left the city: typing replaces the text.
      if (input === document.activeElement) input.select()
      // For the draft and the errors of the form, as if it were typed.
      input.dispatchEvent(new Event('input', { bubbles: true }))
      filled.current[field] = details[field]
    }
  }

  /** A hint is about what stood there before. That of the post code is about the city as well. */
  function onEdit(field: string): void {
    if (field === 'state' || field === 'postalCode') filled.current[field] = ''
    const outdated = field === 'city' ? ['city', 'postalCode'] : [field]
    setHints((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([about]) => !outdated.includes(about))),
    )
  }

  return { hints, onFocus, onLeave, onEdit }
}
