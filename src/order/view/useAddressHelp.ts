import { useStore } from '@nanostores/react'
import {
  type FocusEvent,
  type InputEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ADDRESS_TABLE } from '#order/address/address.ts'
import {
  type AddressForm,
  createAddressHelper,
  type HelpServices,
} from '#order/address/address-helper.ts'
import type { HintedField } from '#order/address/address-hints.ts'
import {
  isTextField,
  readAddress,
  type TextField,
  textFieldOf,
} from '#order/address/form-fields.ts'
import { PHONE_HINT } from '#order/texts/address-words.ts'

/** The table of cities is large, so it comes after the form. Without it the form works the same. */
const fetchHelp: HelpServices['fetchHelp'] = () => {
  fetched ??= import('#order/address/address-hints.ts').catch(() => {
    fetched = undefined
    return undefined
  })
  return fetched
}

let fetched: ReturnType<HelpServices['fetchHelp']> | undefined

let pressEnd = Promise.resolve()

function followPress(): void {
  pressEnd = new Promise((resolve) => {
    // The click follows in the same task.
    const end = () => setTimeout(resolve)
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, end, { once: true, capture: true })
  })
}

/** What stands beside a field while there is no other hint. */
const HINTS: Record<HintedField, string> = {
  city: '',
  state: '',
  postalCode: '',
  phone: PHONE_HINT,
}

/** Fills in what follows from the city, and gives hints about what was typed. */
export function useAddressHelp(form: AddressForm) {
  const latest = useRef(form)
  const [helper] = useState(() =>
    createAddressHelper(
      {
        read: () => latest.current.read(),
        write: (field, text) => latest.current.write(field, text),
      },
      { fetchHelp, pressEnd: () => pressEnd },
    ),
  )
  const hints = useStore(helper.$hints)
  const cities = useStore(helper.$cities)

  useEffect(() => {
    latest.current = form
  })

  useEffect(() => {
    void helper.complete()
    addEventListener('pointerdown', followPress, { capture: true })
    return () => removeEventListener('pointerdown', followPress, { capture: true })
  }, [helper])

  /** Handlers of the form element. */
  const events = {
    onFocus: () => void helper.focus(),
    onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
      if (isAddressInput(target)) void helper.leave(target.name)
    },
    onInput: ({ target, nativeEvent }: InputEvent<HTMLFormElement>) => {
      if (!isAddressInput(target) || helper.isWriting()) return
      helper.edit(target.name)
      // After the browser's own autofill, which fills in the other fields next.
      if (target.name === 'city' && isChosen(nativeEvent))
        requestAnimationFrame(() => void helper.leave('city'))
    },
  }

  /** Props of a field that show its hint. A field that may have one has a place for it from the start. */
  function hintOf(field: string) {
    if (!(field in HINTS)) return {}
    const hint = hints[field as HintedField]
    const proposals = hint?.proposals.map((proposal) => ({
      label: proposal.label,
      onTake: () => void helper.take(proposal),
    }))
    return { hint: hint?.text ?? HINTS[field as HintedField], proposals }
  }

  return { events, hintOf, cities, complete: helper.complete }
}

/** A form of uncontrolled inputs. */
export function inputsOf(form: RefObject<HTMLFormElement | null>): AddressForm {
  return {
    read: () => (form.current ? readAddress(form.current) : undefined),
    write: (field, text) => {
      const input = textFieldOf(form.current, field)
      if (!input) return
      input.value = text
      // What is filled in must be in sight.
      input.closest('details')?.setAttribute('open', '')
      // The focus is there already where Tab left the city: typing replaces the text.
      if (input === document.activeElement) input.select()
      // The form saves its draft and clears its errors by this event.
      input.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}

function isAddressInput(target: EventTarget): target is TextField {
  return isTextField(target) && target.name in ADDRESS_TABLE
}

/** Whether a suggestion was chosen. Chromium sends a plain event for that, Firefox names it. */
function isChosen(event: Event): boolean {
  const inputType = 'inputType' in event ? event.inputType : undefined
  return inputType === undefined || inputType === 'insertReplacementText'
}
