import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonClass } from './button.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  variant: ButtonVariant
}

/** A button that submits no form unless its type says so. */
export function Button({ variant, type = 'button', className = '', ...props }: ButtonProps) {
  return <button {...props} type={type} className={`${buttonClass(variant)} ${className}`} />
}
