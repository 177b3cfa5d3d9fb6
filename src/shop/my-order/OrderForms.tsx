/* The forms of a placed order, and what else is needed once they are used. FoldedForm.tsx loads them. */
export { printCorrection } from '#order/texts/order-text.ts'
export { CancelForm } from './CancelForm.tsx'
export { ChangeForm } from './ChangeForm.tsx'
export { ConfirmLink } from './ConfirmLink.tsx'
export { HelpForm } from './HelpForm.tsx'
export { MessageForm } from './MessageForm.tsx'
export { PhoneForm } from './PhoneForm.tsx'
