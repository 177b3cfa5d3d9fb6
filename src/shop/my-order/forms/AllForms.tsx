/* The forms of a placed order, which LoadedForm.tsx imports as one script. */
import { CancelForm } from '../change/CancelForm.tsx'
import { ChangeForm } from '../change/ChangeForm.tsx'
import { ConfirmLink } from '../change/ConfirmLink.tsx'
import { MessageForm } from '../change/MessageForm.tsx'
import { PhoneForm } from '../find/PhoneForm.tsx'
import { HelpForm } from '../help/HelpForm.tsx'
import { NoticesForm } from '../notices/NoticesForm.tsx'

export const orderForms = {
  CancelForm,
  ChangeForm,
  ConfirmLink,
  HelpForm,
  MessageForm,
  PhoneForm,
  NoticesForm,
}
