/* What customers read on the contact page besides its HTML (docs/product.md, rules 8.1 to 8.9 and section 18). */

/** The button of the form. */
export const SEND = 'Send Message'
export const SENDING = 'Sending...'

export const SENT = {
  title: 'Message sent!',
  description: "Thanks for reaching out. We'll get back to you soon.",
}

export const REFUSED = {
  title: 'Submission Failed',
  description: 'There was an error sending your message. Please try again later.',
}

export const FAILED = {
  title: 'Error',
  description: 'An unexpected error occurred. Please try again later.',
}

/** Shown at a press of the button before the form's script has come. */
export const NOT_READY =
  'This form is still loading. Your message is sent as soon as the form is ready.'
/** Stands before the links to WhatsApp and telephone. */
export const OTHER_WAYS = 'You can also reach us here:'
/** Shown where scripts are off, and no form service takes the message. */
export const NEEDS_SCRIPT =
  'Sending a message from this page needs JavaScript, which is off in this browser. Reach us here instead:'

/** Shown beside the button where no response came. */
export const NOT_SENT = 'Your message may not have reached us, and your words are still here.'
export const UNFORESEEN =
  'Something went wrong on this page, so your message may not be sent. Your words are still here: please try again.'

/** Shown beside required fields that are empty. */
export const EMPTY_FIELD = {
  name: 'Name is required',
  email: 'Email is required',
  subject: 'Subject is required',
  message: 'Message is required',
}

export function tooLong(most: string): string {
  return `Please use at most ${most} characters`
}

export const EMAIL_INVALID = 'Please enter a valid email'

export const OPEN_NOW = 'Open now'
export const CLOSED_NOW = 'Closed now'

export const SHOW_MAP = 'Show the map'

export const BUSINESS_HOURS = {
  week: { days: 'Monday to Friday', hours: '9:00 AM to 6:00 PM' },
  saturday: { days: 'Saturday', hours: '10:00 AM to 4:00 PM' },
  sunday: { days: 'Sunday', hours: 'Closed' },
}
