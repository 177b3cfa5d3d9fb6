import { type ConfirmationNotes, paths } from '#paths.ts'

/** What the customer has to know beside this order. */
export function ConfirmationNotice({ earlier, isBeforeChange }: ConfirmationNotes) {
  return (
    <>
      {isBeforeChange && (
        <p className="rounded-md bg-sand p-4">
          This order reached us before you changed your cart or address. It is placed as you see it
          here, and goes to the address below. If that is wrong, please{' '}
          <a href={paths.contact} className="text-link">
            contact us
          </a>
          .
        </p>
      )}
      {earlier && (
        <p className="rounded-md bg-sand p-4">
          Your earlier order{' '}
          <a href={paths.confirmation(earlier)} className="text-link font-semibold">
            {earlier}
          </a>{' '}
          is placed as well.
        </p>
      )}
    </>
  )
}
