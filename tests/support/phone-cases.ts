/* The same person, however the phone is written: for private.phone_key() and src/features/orders/phone.ts. */

/** Each row is one phone; no two rows are the same phone. */
export const samePhones: string[][] = [
  [
    '0300 1234567',
    '300 1234567',
    '+92 300 1234567',
    '+92 (0)300 123 45 67',
    '0092-300-1234567',
    '92 300 1234567',
    '۰۳۰۰۱۲۳۴۵۶۷',
    'Tel: (0300) 123-4567',
  ],
  ['0300 7654321', '+923007654321'],
  // Landlines of large and small towns; 092 and 0923 are area codes as well.
  ['042 35761234', '+92 42 35761234', '0092 (0)42 35761234'],
  ['091 2123456', '+92 91 2123456'],
  ['0923 123456', '+92 923 123456', '0092 923 123456'],
  ['0921 1234567', '+92 921 1234567'],
]
