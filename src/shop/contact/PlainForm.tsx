import { PUBLIC_CONTACT_FORM_URL } from 'astro:env/client'
import { buttonClass } from '#kit/form/Button.tsx'
import { MessageFields, OtherWays } from './ContactForm.tsx'
import { MESSAGE_MAX_LENGTHS } from './contact-message.ts'
import { NEEDS_SCRIPT, SEND } from './words.ts'

/** Where scripts are off, the browser sends the four fields to the form service itself. The database takes no plain form. */
export function PlainForm() {
  if (!PUBLIC_CONTACT_FORM_URL) return <OtherWays lead={NEEDS_SCRIPT} />
  return (
    <form action={PUBLIC_CONTACT_FORM_URL} method="post" className="grid gap-5">
      <MessageFields
        propsOf={(name) => ({
          name,
          required: true,
          maxLength: MESSAGE_MAX_LENGTHS[name],
          ...(name === 'email' && { type: 'email' }),
        })}
      />
      <button type="submit" className={`${buttonClass('primary')} sm:justify-self-start`}>
        {SEND}
      </button>
    </form>
  )
}
