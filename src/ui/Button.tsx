import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonClass } from './button.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  variant: ButtonVariant
}

/** A button that submits nothing unless it is told to. */
export function Button({ variant, type = 'button', className = '', ...props }: ButtonProps) {
  return <button {...props} type={type} className={`${buttonClass(variant)} ${className}`} />
}
