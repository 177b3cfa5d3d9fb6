/*
 * One table for src/order/phone.ts and private.phone_key(): each row is one phone in all the
 * ways in which customers type it (docs/product.md, rule 6.10).
 */
export interface PhoneCase {
  typed: string[]
  /** What private.phone_key() makes of each: decides whether two phones are the same. */
  key: string
  /** With the country code, as it is dialled from anywhere. Undefined where the country is unknown. */
  international: string | undefined
}

/** What is no phone, though it has ten digits or more. */
export const noPhones = [
  '0300123456',
  '030012345678',
  '+92 300 123456',
  '+92 300 12345678',
  '0092 300 12345678',
  '92 0300 123456',
  '0300O1234567',
  '03O01234567890',
  '0300ہ1234567',
  '0300１２３Ｏ４567',
  '03001234567.0',
  '923001234567,00',
  '1234567890.5',
]

export const phoneCases: PhoneCase[] = [
  {
    typed: [
      '0300 1234567',
      '0300-1234567',
      '300 1234567',
      '3001234567',
      '+92 300 1234567',
      '+92 (0)300 1234567',
      'Tel: (0300) 123-4567',
      '923001234567',
      '9203001234567',
      '0092 300 1234567',
      '00920300 1234567',
      '۰۳۰۰۱۲۳۴۵۶۷',
      '٠٣٠٠١٢٣٤٥٦٧',
      '０３００１２３４５６７',
      '+92+923001234567',
      '+92 (92) 300 1234567',
      '92 92 0300 1234567',
      '0092 923001234567',
      '+0300 1234567',
    ],
    key: '3001234567',
    international: '923001234567',
  },
  { typed: ['0300 1234568'], key: '3001234568', international: '923001234568' },
  {
    typed: ['042 35761234', '+92 42 35761234', '0092 (0)42 35761234'],
    key: '4235761234',
    international: '924235761234',
  },
  {
    typed: ['+44 20 7946 0958', '0044 20 7946 0958'],
    key: '2079460958',
    international: '442079460958',
  },
  { typed: ['(+971) 50 1234567'], key: '1501234567', international: '971501234567' },
  // Landlines of smaller towns: 092 and 0923 are area codes as well.
  { typed: ['091 2123456', '+92 91 2123456'], key: '912123456', international: '92912123456' },
  {
    typed: ['0923 123456', '+92 923 123456', '0092 923 123456'],
    key: '923123456',
    international: '92923123456',
  },
  { typed: ['0921 1234567', '+92 921 1234567'], key: '9211234567', international: '929211234567' },
  { typed: ['1234567890', '123 456 7890'], key: '1234567890', international: undefined },
]
