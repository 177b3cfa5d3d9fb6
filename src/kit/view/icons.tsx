/*
 * Line icons on a 24 px grid, in the colour of the text around them. They are decoration:
 * whatever they stand for is also said in words.
 */
import type { ReactNode } from 'react'

export function MenuIcon() {
  return icon(<path d="M4 7h16M4 12h16M4 17h16" />)
}

export function CloseIcon() {
  return icon(<path d="m6 6 12 12M18 6 6 18" />)
}

export function PlusIcon() {
  return icon(<path d="M12 5v14M5 12h14" />)
}

export function MinusIcon() {
  return icon(<path d="M5 12h14" />)
}

export function CheckIcon() {
  return icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
}

export function BagIcon() {
  return icon(<path d="M5.5 8.5h13l1 12h-15Zm3 2.5V7.5a3.5 3.5 0 0 1 7 0V11" />)
}

export function TrashIcon() {
  return icon(
    <path d="M4.5 7h15M9.5 7V4.5h5V7m-8 0 .8 12.5h9.4L17.5 7M10.3 10.5v5.5m3.4-5.5v5.5" />,
  )
}

export function ArrowIcon() {
  return icon(<path d="M4.5 12h15m-6-6 6 6-6 6" />)
}

/** Points down. */
export function ChevronIcon() {
  return icon(<path d="m6 9.500 6 6 6-6" />)
}

export function LeafIcon() {
  return icon(
    <path d="M4.5 20C5 9 10.5 4.5 20 4.5 20 14 14.5 18.5 7 17M4.5 20C7 15 10.5 11.5 15 9.5" />,
  )
}

export function ShieldIcon() {
  return icon(
    <path d="M12 3.5c2.5 1.7 5 2.5 7.5 2.5 0 7-2 11.5-7.5 14.500C6.5 17.5 4.5 13 4.5 6 7 6 9.5 5.2 12 3.500Zm-3.2 8.7 2.4 2.4 4.3-4.6" />,
  )
}

export function WaterIcon() {
  return icon(
    <path d="M12 3.500c3.8 4.8 5.7 8.2 5.7 11a5.7 5.7 0 0 1-11.4 0c0-2.8 1.9-6.2 5.7-11Zm-2.7 11.200a2.7 2.7 0 0 0 2.7 2.7" />,
  )
}

export function CalendarIcon() {
  return icon(<path d="M4.5 6h15v14h-15Zm0 4.5h15M8.500 3.500V7.500m7-4V7.500" />)
}

export function HomeIcon() {
  return icon(
    <path d="m3.500 11.500 8.500-7.500 8.500 7.500M6 9.500V20h12V9.500m-8 10.500v-6h4v6" />,
  )
}

export function ParcelIcon() {
  return icon(<path d="m12 3.500 8 4v9l-8 4-8-4v-9Zm-8 4 8 4 8-4m-8 4v9M8 5.500l8 4" />)
}

export function CashIcon() {
  return icon(
    <path d="M3.500 6.500h17v11h-17Zm8.500 3a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5ZM6.500 12h.01M17.500 12h.01" />,
  )
}

export function CopyIcon() {
  return icon(<path d="M9 9h11v11H9Zm-3.500 6H4V4h11v1.500" />)
}

export function WhatsAppIcon() {
  return icon(
    <path d="M4 20l1.2-4.300a8.300 8.300 0 1 1 3.200 3.100Zm5.200-11.500c-.8 1.200-.3 3 1.300 4.600s3.400 2.100 4.600 1.300l-.2-1.800-1.900-.5-.9.8c-.9-.4-1.500-1-1.900-1.900l.8-.9-.5-1.900Z" />,
  )
}

function icon(lines: ReactNode) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      {lines}
    </svg>
  )
}
