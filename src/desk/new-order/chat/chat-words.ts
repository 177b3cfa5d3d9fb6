/*
 * The words by which chats name what is ordered, in English, Roman Urdu and Urdu, in small letters. A product of the
 * price list is known by these and by nothing else (docs/desk-rules.md, rule 21.42).
 */

/** By product: what it is called. A phrase counts before the single words in it. */
export const PRODUCT_WORDS: Record<string, readonly string[]> = {
  'zulf-herbal-oil-single': words(
    `bottle, bottles, botle, botal, botel, bottal, botlein, botlen, shishi, sheeshi, shishian, oil, oils, hair oil,
    herbal oil, tel, tail, بوتل, بوتلیں, بوتلوں, شیشی, شیشیاں, تیل, آئل, 100ml, 100 ml, single`,
  ),
  'zulf-herbal-oil-double': words(
    `pair, pairs, jora, joray, jore, jori, jodi, double pack, do wala pack, جوڑا, جوڑے, جوڑی, پیئر`,
  ),
  'zulf-herbal-oil-giftpack': words(
    'gift pack, gift packs, giftpack, giftpacks, gift box, gift set, gift pak, گفٹ پیک, گفٹ باکس',
  ),
}

/** Of these one may be ordered without a number: "gift pack chahiye". Of bottles nobody knows how many. */
export const ALONE_IS_ONE: readonly string[] = [
  'zulf-herbal-oil-double',
  'zulf-herbal-oil-giftpack',
]

/**
 * May be a pair, a gift pack, or anything else that is sold together. "2 x 100ml" is what a pair has, and two bottles
 * are too. "Gift ke liye" orders no gift pack.
 */
export const UNCLEAR_PRODUCTS = words(
  `set, sets, pack, packs, packet, box, deal, gift, gifts, tohfa, tohfay, 2 x 100ml, 2 × 100ml, سیٹ, پیک, ڈبہ, گفٹ,
  تحفہ`,
)

export const NUMBER_WORDS: Record<string, number> = {
  ...numbers(1, 'ek, aik, ik, one, ایک'),
  ...numbers(2, 'do, two, دو'),
  ...numbers(3, 'teen, tin, three, تین'),
  ...numbers(4, 'char, chaar, four, چار'),
  ...numbers(5, 'panch, paanch, five, پانچ'),
  ...numbers(6, 'che, chay, six, چھ'),
  ...numbers(10, 'das, ten, دس'),
}

/** May stand between a number and what it counts. */
export const COUNTERS = words(
  'x, ×, *, adad, adat, pcs, pc, piece, pieces, peice, ki, ke, ka, of, zulf, herbal, hair, balon, wali, عدد, پیس, کی, کے, کا, والی, زلف',
)

/** "1 ya 2 bottle", "2 nahi 3": whoever reads it has to ask. */
export const NEGATIONS = words(
  'nahi, nahin, nahe, not, cancel, mat, instead, bajaye, shayad, maybe, نہیں, مت, کینسل, شاید',
)

/** The same, beside a product. Elsewhere they say other things: "mobile no", "cash on delivery hai na". */
export const DOUBT_WORDS = [
  ...NEGATIONS,
  ...words(
    `ya, or, nai, na, no, ziada, zyada, kam, wapis, wapas, return, toot, tooti, broken, leak, mili, received, pehle, یا,
    نہ, واپس, ٹوٹی`,
  ),
]

/** A question about a product orders none. */
export const QUESTION_WORDS = words(
  `price, prices, rate, rates, kitne, kitni, kitna, kitnay, kya, kia, how, much, kab, kaise, kaisa, discount, free,
  قیمت, ریٹ, کتنے, کتنی, کتنا, کیا, کب`,
)

/** Verbs and words that order. */
export const ORDER_WORDS = words(
  `bhej, bhejo, bhejen, bhejein, bhejna, bhejwa, bhijwa, bhejdein, bhejden, chahiye, chahie, chahiay, chaiye, chaye, chahye, send, order,
  mangwana, mangwani, lena, leni, book, want, need, kardo, krdo, kardein, krdein, بھیج, بھیجیں, بھیجو, چاہیے, چاہئے, آرڈر`,
)

/** What is said around an order, and is no part of an address. */
export const CHATTER = [
  ...ORDER_WORDS,
  ...words(
    `salam, salaam, slam, aoa, asalam, assalam, assalamualaikum, assalam-o-alaikum, asalamualaikum, walaikum,
  alaikum, o, u, wa, hi, hello, hey, dear, bhai, sir, madam, maam, baji, api, jee, ji, g, ok, okay, theek, thik,
  acha, achha, han, haan, yes, please, plz, pls, kindly, thanks, thank, you, shukriya, meherbani, jazakallah,
  dein, den, de, dena, do, dijiye, dijie, dijiay, dain, orders, karna, kar, karo, karen, karein, krna, i, me,
  my, mujhe, mujhay, muje, mera, meri, hum, humein, ko, k, ki, ke, ka, se, mein, main, mai, in, to, for, from,
  the, a, hai, he, hain, h, hy, tha, thi, aur, or, and, n, bhi, is, it, this, ye, yeh, wo, woh, aap, ap, apka,
  wala, wali, walay, cod, cash, on, delivery, deliver, rs, rupees, rupay, pkr, total, new, location, city,
  price, rate, kya, kia, kitne, kitni, kitna, how, much,
  سلام, السلام, علیکم, دیں, دو, دیجئے, چاہیں, کرنا, کر, ہے, ہیں, اور, مجھے, میں, سے, کو, کا, کی, کے, جی, ٹھیک,
  شکریہ, پلیز, بھائی, براہ, کرم, قیمت, کیا, کتنے, کتنی`,
  ),
]

/** Before or in an address. From the first of them on, a text is no chatter. */
export const CHAT_ADDRESS_WORDS = words(
  `house, h#, makan, makaan, ghar, flat, plot, street, st, st#, gali, galli, road, rd, mohalla, muhalla, mohallah, colony, block,
  sector, phase, near, nazd, nazdeek, opposite, village, chak, goth, town, society, scheme, bazar, bazaar, market, chowk,
  stop, masjid, shop, dukan, dak, tehsil, district, zila, address, مکان, گلی, سڑک, روڈ, محلہ, کالونی, بلاک, نزد, گاؤں, چک, ٹاؤن, بازار,
  چوک, دکان, تحصیل, ضلع`,
)

function words(list: string): string[] {
  return list.split(',').map((word) => word.trim().replace(/\s+/g, ' '))
}

function numbers(value: number, list: string): Record<string, number> {
  return Object.fromEntries(words(list).map((word) => [word, value]))
}
