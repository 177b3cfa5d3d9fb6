/* The forms of a placed order, which LoadedForm.tsx imports as one script. */
import { CancelForm } from '#shop/my-order/change/CancelForm.tsx'
import { ChangeForm } from '#shop/my-order/change/ChangeForm.tsx'
import { ConfirmLink } from '#shop/my-order/change/ConfirmLink.tsx'
import { MessageForm } from '#shop/my-order/change/MessageForm.tsx'
import { PhoneForm } from '#shop/my-order/find/PhoneForm.tsx'
import { HelpForm } from '#shop/my-order/help/HelpForm.tsx'
import { NoticesForm } from '#shop/my-order/notices/NoticesForm.tsx'

export const orderForms = {
  CancelForm,
  ChangeForm,
  ConfirmLink,
  HelpForm,
  MessageForm,
  PhoneForm,
  NoticesForm,
}
