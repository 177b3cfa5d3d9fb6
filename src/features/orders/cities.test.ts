import { expect, test } from 'vitest'
import { CITIES, foldCity, matchCity } from './cities.ts'

/** What customers type for a city, with commas between. */
const TYPED = {
  Lahore:
    'Lahore, lahore, LAHORE,  Lahore , LHR, lhr., lahor, Lahore City, Lahore Cantt, لاہور کینٹ, لاہور, لاهور, لاھور',
  Karachi: 'Karachi, KHI, khi, karachi city, Karachi-Cantonment, KARACHI., krachi, کراچی, كراچي',
  Islamabad: 'Islamabad, ISB, isb, islambad, ISLAMABAD, Islam Abad, islamabad city, اسلام آباد',
  Rawalpindi:
    'Rawalpindi, pindi, Pindi, Rawalpindi Cant., pindi cantt, RWP, rawal pindi, RAWALPINDI, rawlpindi, راولپنڈی, پنڈی',
  Faisalabad: 'Faisalabad, FSD, fsd, faisal abad, Lyallpur, faislabad, فیصل آباد, فیصل‌آباد',
  Hyderabad: 'Hyderabad, HYD, hyd, Hyderabad (Sindh), hydrabad, حیدرآباد, حیدر آباد',
  Sialkot: 'Sialkot, SKT, skt, siyalkot, Sial-kot, سیالکوٹ',
  Gujrat: 'Gujrat, GJT, gjt, gujrat city, گجرات',
  Gujranwala: 'Gujranwala, GRW, grw, Gujranwalla, gujran wala, گوجرانوالہ, گجرانوالہ',
  Bahawalpur: 'Bahawalpur, BWP, bwp, bahawal pur, bhawalpur, بہاولپور',
  'Rahim Yar Khan': 'Rahim Yar Khan, RYK, ryk, rahimyarkhan, Rahim-Yar-Khan, R.Y.K., رحیم یار خان',
  'Dera Ghazi Khan':
    'Dera Ghazi Khan, DGK, dgk, D.G. Khan, DG Khan, dera ghazi khan, ڈیرہ غازی خان',
  'Dera Ismail Khan':
    'Dera Ismail Khan, DI Khan, d.i.khan, DIK, dera ismail khan, ڈیرہ اسماعیل خان',
  Abbottabad: 'Abbottabad, abbotabad, Abottabad, ABOTABAD, abbott abad, ایبٹ آباد',
  Multan: 'Multan, multan, MULTAN, MUX, multan city, ملتان',
  Peshawar: 'Peshawar, peshawar, peshawer, PESHWAR, psh, pesh, پشاور',
  Quetta: 'Quetta, quetta, QUETTA, queta, QTA, کوئٹہ',
  Sargodha: 'Sargodha, sargodha, SARGODHA, sargoda, SGD, سرگودھا',
  Sukkur: 'Sukkur, sukkur, sukker, سکھر',
  Larkana: 'Larkana, larkana, Larkano, لاڑکانہ',
  Mardan: 'Mardan, mardan, MARDAN, مردان',
  Sahiwal: 'Sahiwal, sahiwal, SAHIWAL, ساہیوال',
  Sheikhupura: 'Sheikhupura, shekhupura, SKP, شیخوپورہ, شیخو پورہ',
  Jhang: 'Jhang, jhang, Jhang Sadar, جھنگ',
  'Mirpur (AJK)': 'Mirpur (AJK), mirpur ajk, Mirpur-AJK, Mirpur Azad Kashmir, MIRPUR A.K.',
  'Mirpur Khas': 'Mirpur Khas, mirpurkhas, MIRPUR KHAS, mirpur-khas, mpk, میرپور خاص',
  'Mirpur Mathelo': 'Mirpur Mathelo, mirpur mathelo',
  Muzaffarabad: 'Muzaffarabad, muzafarabad, MZD, مظفرآباد, مظفر آباد',
  Muzaffargarh: 'Muzaffargarh, muzafargarh, مظفر گڑھ',
  Nawabshah: 'Nawabshah, nawab shah, Shaheed Benazirabad, نواب شاہ',
  'Wah Cantt': 'Wah Cantt, wah cantt., wah cantonment, Wah, واہ کینٹ',
  'Toba Tek Singh': 'Toba Tek Singh, TTS, toba, ٹوبہ ٹیک سنگھ',
  'Mandi Bahauddin': 'Mandi Bahauddin, mandi bahaudin, MBD, M.B.D',
  Mingora: 'Mingora, mangora, مینگورہ',
  Swat: 'Swat, SWAT, سوات',
  Nowshera: 'Nowshera, noshera, NOWSHERA, نوشہرہ',
  'Nowshera Virkan': 'Nowshera Virkan, nowshera virkan',
  Khairpur: 'Khairpur, Khairpur Mirs, خیرپور',
  'Khairpur Tamewali': 'Khairpur Tamewali, khairpur tamewali',
  'Khanpur (Rahim Yar Khan)': 'Khanpur (Rahim Yar Khan), Khanpur Katora',
  'Khanpur (Haripur)': 'Khanpur (Haripur), khanpur hazara',
  'Jalalpur Jattan': 'Jalalpur Jattan, jalalpur jatan',
  'Jalalpur Pirwala': 'Jalalpur Pirwala, jalalpur peerwala',
  'Ahmadpur East': 'Ahmadpur East, Ahmedpur East, Ahmadpur Sharqia',
  Attock: 'Attock, attock city, Campbellpur, اٹک',
  Okara: 'Okara, OKARA, اوکاڑہ',
  Kasur: 'Kasur, qasur, قصور',
  Jhelum: 'Jhelum, jehlum, jhelam, جہلم',
  Chakwal: 'Chakwal, چکوال',
  Vehari: 'Vehari, vehaari, وہاڑی',
  Burewala: 'Burewala, burewalla, بوریوالا',
  Chiniot: 'Chiniot, چنیوٹ',
  Hafizabad: 'Hafizabad, hafiz abad, حافظ آباد',
  Mianwali: 'Mianwali, mian wali, میانوالی',
  Bhakkar: 'Bhakkar, bhakar, بھکر',
  Layyah: 'Layyah, leiah, layya, لیہ',
  Lodhran: 'Lodhran, لودھراں',
  Khanewal: 'Khanewal, khane wal, خانیوال',
  Pakpattan: 'Pakpattan, Pakpattan Sharif, pak pattan, پاکپتن',
  Narowal: 'Narowal, narrowal, نارووال',
  'Nankana Sahib': 'Nankana Sahib, nankana',
  Sadiqabad: 'Sadiqabad, sadiq abad, صادق آباد',
  Kohat: 'Kohat, کوہاٹ',
  Bannu: 'Bannu, بنوں',
  Swabi: 'Swabi, sawabi, صوابی',
  Charsadda: 'Charsadda, charsada, چارسدہ',
  Mansehra: 'Mansehra, mansera, مانسہرہ',
  Haripur: 'Haripur, hari pur, ہری پور',
  Jacobabad: 'Jacobabad, jacob abad, جیکب آباد',
  Shikarpur: 'Shikarpur, shikar pur, شکارپور',
  'Tando Adam': 'Tando Adam, tandoadam',
  'Tando Allahyar': 'Tando Allahyar, tando allah yar',
  'Tando Muhammad Khan': 'Tando Muhammad Khan, tando mohammad khan, T.M. Khan',
  Umerkot: 'Umerkot, umar kot, عمرکوٹ',
  Gwadar: 'Gwadar, gawadar, گوادر',
  Turbat: 'Turbat, تربت',
  Khuzdar: 'Khuzdar, خضدار',
  Chaman: 'Chaman, چمن',
  Hub: 'Hub, Hub Chowki',
  Gilgit: 'Gilgit, گلگت',
  Skardu: 'Skardu, skardo, سکردو',
  Kotli: 'Kotli, کوٹلی',
  Rawalakot: 'Rawalakot, rawla kot',
  Murree: 'Murree, muree, مری',
  Taxila: 'Taxila, texila',
  'Gujar Khan': 'Gujar Khan, gujjar khan',
  'Hasan Abdal': 'Hasan Abdal, hassan abdal',
  'Naushahro Feroze': 'Naushahro Feroze, nausheroferoze',
  'Dera Murad Jamali': 'Dera Murad Jamali',
}

/** Texts that may mean another place: the page asks. A misspelling is never taken for a city. */
const ASKED = {
  'Mirpur Khas, Mirpur Mathelo, Mirpur (AJK)': 'Mirpur, MIRPUR, mir pur, Mirpur Cantt',
  'Khanpur (Rahim Yar Khan), Khanpur (Haripur)': 'Khanpur, khan pur',
  'Jalalpur Jattan, Jalalpur Pirwala': 'Jalalpur',
  'Gujranwala, Gujrat': 'guj',
  'Ahmadpur East, Ahmadpur Sial': 'Ahmadpur, ahmedpur',
  'Dera Ghazi Khan, Dera Ismail Khan': 'Dera',
  'Tando Adam, Tando Allahyar, Tando Jam, Tando Muhammad Khan': 'Tando',
  Lahore: 'Lahoree, Lahoer, Lahhore',
  Karachi: 'Karcahi, Karahi, Karachii, Karachy',
  Islamabad: 'Islamabd, Islmabad, Isalmabad',
  Faisalabad: 'Faisalabd, Faislaabad, Faisalbad',
  Rawalpindi: 'Rawalpindy, Rawalpidi',
  Gujranwala: 'Gujranwal, Gujranwla',
  Gujrat: 'Gujart, Gujrrat',
  Sialkot: 'Sialkott, Sailkot',
  Peshawar: 'Peshaware, Pehsawar',
  Multan: 'Multann, Mutlan',
  Sargodha: 'Sargohda, Sargodh',
  Abbottabad: 'Abbottabd, Abbottabadd',
  Hyderabad: 'Hyderbad, Hyderabd',
  'Dera Ghazi Khan': 'Dera Gazi Khan',
  'Mirpur Khas': 'Mirpur Kha, Mirpur Khass',
}

/** Villages, quarters, other countries, parts of names: nothing is known, and nothing is asked. */
const UNKNOWN = `Karachi Saddar, Malir Cantt, Cantt, Cantt Lahore, DHA Karachi, Johar Town, Khan, pur, abad, Rahim, Yar Khan, Lah, La,
  Chak 12 GB, Mauza Kot Sultan, Village Pind, near Multan, Multan Road, Faisalabad Road Lahore, Lahore Karachi,
  Delhi, Dubai, London, constructor, toString, __proto__, 54000, lhrr, khii, isbb, گاؤں, -, ., (), 🌿, Kot, Pir, Shah,
  Hydera, Karac, Peshaw, Abottabadd City, Shadman, Bosan Road, Tehsil Gojra, Zila Attock`

function rows(table: Record<string, string>): [typed: string, names: string][] {
  return Object.entries(table).flatMap(([names, typed]) =>
    typed.split(', ').map((text): [string, string] => [text, names]),
  )
}

test('the table has 300 typed cities and more', () => {
  const typed = [...rows(TYPED), ...rows(ASKED), ...UNKNOWN.split(', ')]
  expect(typed.length).toBeGreaterThanOrEqual(300)
})

test.each(rows(TYPED))('rule 4.18: %j is %s', (typed, name) => {
  expect(matchCity(typed).city?.name).toBe(name)
})

test.each(rows(ASKED))('rule 4.19: %j is a question: %s', (typed, names) => {
  const { city, maybe } = matchCity(typed)
  expect(city).toBeUndefined()
  expect(maybe?.map(({ name }) => name).join(', ')).toBe(names)
})

test.each([...UNKNOWN.split(/,\s+/), '', ' '])('rule 4.19: %j is no city', (typed) => {
  expect(matchCity(typed)).toEqual({ maybe: [] })
})

test('every name is one city’s, and every alias that several have is asked about', () => {
  for (const city of CITIES) expect(matchCity(city.name).city, city.name).toBe(city)
  const asked = CITIES.flatMap(({ names }) => names.filter((name) => !matchCity(name).city))
  expect([...new Set(asked)].sort()).toEqual(
    ['ahmadpur', 'ahmedpur', 'dera', 'guj', 'jalalpur', 'khanpur', 'mirpur', 'tando'].sort(),
  )
})

test('aliases are written as they are compared, once, and post codes fit their digits', () => {
  for (const { names, name, postCode, firstDigits } of CITIES) {
    expect(names, name).toEqual([...new Set(names.map(foldCity))])
    if (postCode) expect(firstDigits, name).toContain(postCode.slice(0, 2))
  }
})

/** Codes of delivery post offices in public copies of Pakistan Post's directory. */
const POST_OFFICES = `Abbottabad 22010, Alipur Chatha 52080, Arifwala 57450, Attock 43600, Bahawalnagar 62300,
  Bahawalpur 63100, Bannu 28100, Burewala 61010, Chakwal 48800, Chiniot 35400, Daska 51010, Dera Ghazi Khan 32200,
  Dina 49400, Dinga 50280, Faisalabad 38000, Fateh Jang 43350, Gujar Khan 47850, Gujranwala 52250, Gujrat 50700,
  Hafizabad 52110, Haripur 22620, Hazro 43440, Hyderabad 71000, Islamabad 44000, Jauharabad 41200, Jhang 35200,
  Jhelum 49600, Karachi 74200, Kasur 55050, Khanewal 58150, Kharian 50090, Lahore 54000, Lalamusa 50200,
  Layyah 31200, Lodhran 59320, Mandi Bahauddin 50400, Mansehra 21300, Mardan 23200, Mianwali 42200,
  Mirpur (AJK) 10250, Mirpur Khas 69000, Multan 60000, Muridke 39000, Murree 47150, Muzaffarabad 13100,
  Narowal 51600, Nowshera 24100, Okara 56300, Peshawar 25000, Phalia 50430, Pir Mahal 36300, Quetta 87300,
  Rahim Yar Khan 64200, Rawalpindi 46000, Sahiwal 57000, Sarai Alamgir 50000, Sargodha 40100, Sheikhupura 39350,
  Sialkot 51310, Sukkur 65200, Taxila 47080, Toba Tek Singh 36050, Vehari 61100, Wah Cantt 47040, Wazirabad 52000,
  Khuzdar 89100, Hub 90250, Kalat 88300, Mastung 88200, Uthal 90150, Wadh 89250, Bela 90050, Gadani 90300,
  Digri 69330, Kunri 69160, Mithi 69230, Umerkot 69100, Islamkot 69240, Chachro 69170, Jhudo 69310, Samaro 69350,
  Khairpur 66020, Gambat 66070, Ranipur 66100, Sanghar 68100, Shahdadpur 68030, Tando Adam 68050, Khipro 68330,
  Swabi 23430, Topi 23460, Saidu Sharif 19200, Mingora 19130, Alpuri 19100, Matta 19040, Pabbi 24210,
  Risalpur 24080, Gilgit 15100, Chilas 14100, Astore 14300, Gahkuch 15200, Isa Khel 42430, Kundian 42050,
  Kalabagh 42360, Daud Khel 42320, Jalalpur Pirwala 59250, Sadiqabad 64350, Liaquatpur 64000,
  Khanpur (Rahim Yar Khan) 64100, Larkana 77150, Kambar 77210, Ratodero 77380, Shahdadkot 77300, Ahmadpur Sial 35090,
  Lalian 35470, Shorkot 35050, Hattian Bala 13180, Jamrud 24730, Landi Kotal 24740, Ahmadpur East 63350,
  Chishtian 62350, Hasilpur 63000, Diplo 69280`

test('post codes are those of public copies of the post office’s directory', () => {
  const offices = POST_OFFICES.split(/,\s+/)
  const wrong = offices.filter((office) => {
    const city = matchCity(office.replace(/ \d+$/, '')).city
    return city?.postCode !== office.slice(-5)
  })
  expect(wrong).toEqual([])
})

test.each([
  ['Multan', '59300 60050 60800 59100 60600'],
  ['Mirpur Khas', '69020 69370 69090'],
  ['Sanghar', '68060 68120 68230 68010'],
  ['Mianwali', '42010 42230 42110 42310'],
  ['Nowshera', '24020 24190 24320 24000'],
  ['Swabi', '23440 23620 23610 23320'],
  ['Gilgit', '15110 15150 15160'],
  ['Khuzdar', '89150 89120'],
  ['Peshawar', '24840 24700 24400 25100 25230'],
  ['Rahim Yar Khan', '64380 64020 64220 64470'],
  ['Larkana', '77280 77010 77400 77040'],
  ['Jhang', '35180 35310 35500 35550'],
  ['Muzaffarabad', '13230 13170 13164'],
])('post offices around %s have post codes that begin with its digits', (name, codes) => {
  const { firstDigits = [] } = matchCity(name).city ?? {}
  for (const code of codes.split(' ')) expect(firstDigits, code).toContain(code.slice(0, 2))
})
