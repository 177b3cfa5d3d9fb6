/* The forms of a placed order. FoldedForm.tsx imports them. */
import { CancelForm } from './CancelForm.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { ConfirmLink } from './ConfirmLink.tsx'
import { HelpForm } from './HelpForm.tsx'
import { MessageForm } from './MessageForm.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import { TellMe } from './TellMe.tsx'

export const orderForms = {
  CancelForm,
  ChangeForm,
  ConfirmLink,
  HelpForm,
  MessageForm,
  PhoneForm,
  TellMe,
}
