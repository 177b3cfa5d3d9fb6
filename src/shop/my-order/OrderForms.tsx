/* The forms of a placed order. FoldedForm.tsx imports them. */
import { CancelForm } from './CancelForm.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { ConfirmLink } from './ConfirmLink.tsx'
import { HelpForm } from './HelpForm.tsx'
import { MessageForm } from './MessageForm.tsx'
import { NoticesForm } from './NoticesForm.tsx'
import { PhoneForm } from './PhoneForm.tsx'

export const orderForms = {
  CancelForm,
  ChangeForm,
  ConfirmLink,
  HelpForm,
  MessageForm,
  PhoneForm,
  NoticesForm,
}
