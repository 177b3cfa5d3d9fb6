import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { CopyButton } from '#kit/form/CopyButton.tsx'
import { CopyIcon } from '#kit/view/icons.tsx'
import { callLink } from '#order/phone.ts'

/** A phone as its customer typed it. A press calls it. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <span className="flex items-center gap-x-1">
      <a href={callLink(phone)} className="text-link inline-flex min-h-touch min-w-0 items-center">
        <UntrustedText dir="ltr">{phone}</UntrustedText>
      </a>
      <CopyButton name="Phone" text={phone}>
        <span className="grid size-touch place-items-center">
          <CopyIcon />
          <span className="sr-only">Copy {phone}</span>
        </span>
      </CopyButton>
    </span>
  )
}
