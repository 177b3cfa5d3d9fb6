/*
 * What people type as their city, and what is expected of it. In each line,
 * the name in the table stands before the colon.
 */

/** Understood, by province: what is typed for a city of the table. */
export const UNDERSTOOD: Record<string, string> = {
  Punjab: `
    Lahore: Lahore / lahore / LAHORE / Lahore / LHR / lhr. / lahor / Lahore City / Lahore Cantt / لاہور کینٹ / لاہور / لاهور / لاھور / Lahore Punjab / Lahore Pakistan / Lahore-54000 / DHA Lahore / Model Town Lahore / Lahore Saddar / Lahore Cantt Punjab / لاہور پنجاب / ڈیفنس لاہور / shahdara / Johar Town / Karachi Road, Lahore / Model Town, Lahore, Punjab, Pakistan
    Rawalpindi: Rawalpindi / pindi / Pindi / Rawalpindi Cant. / pindi cantt / RWP / rawal pindi / RAWALPINDI / rawlpindi / راولپنڈی / پنڈی
    Faisalabad: Faisalabad / FSD / fsd / faisal abad / Lyallpur / faislabad / فیصل آباد / فیصل‌آباد / Chak 45 GB Faisalabad / chak no 204 RB faisalabad / Faisalabad, PB / Gulberg Faisalabad
    Sialkot: Sialkot / SKT / skt / siyalkot / Sial-kot / سیالکوٹ
    Gujrat: Gujrat / GJT / gjt / gujrat city / گجرات
    Gujranwala: Gujranwala / GRW / grw / Gujranwalla / gujran wala / گوجرانوالہ / گجرانوالہ
    Bahawalpur: Bahawalpur / BWP / bwp / bahawal pur / bhawalpur / بہاولپور
    Rahim Yar Khan: Rahim Yar Khan / RYK / ryk / rahimyarkhan / Rahim-Yar-Khan / R.Y.K. / رحیم یار خان
    Dera Ghazi Khan: Dera Ghazi Khan / DGK / dgk / D.G. Khan / DG Khan / dera ghazi khan / ڈیرہ غازی خان
    Multan: Multan / multan / MULTAN / MUX / multan city / ملتان / Multan, Punjab / Model Town Multan / Basti Xyz, Multan
    Sargodha: Sargodha / sargodha / SARGODHA / sargoda / SGD / سرگودھا / Sargodha Punjab 40100 / Chak No. 12 NB Sargodha
    Sheikhupura: Sheikhupura / shekhupura / SKP / شیخوپورہ / شیخو پورہ
    Jhang: Jhang / jhang / Jhang Sadar / جھنگ / Jhang Punjab
    Muzaffargarh: Muzaffargarh / muzafargarh / مظفر گڑھ
    Wah Cantt: Wah Cantt / wah cantt. / wah cantonment / Wah / واہ کینٹ
    Toba Tek Singh: Toba Tek Singh / TTS / toba / ٹوبہ ٹیک سنگھ
    Mandi Bahauddin: Mandi Bahauddin / mandi bahaudin / MBD / M.B.D / M.B.Din / Mandi Bahauddin Punjab
    Nowshera Virkan: Nowshera Virkan / nowshera virkan
    Khairpur Tamewali: Khairpur Tamewali / khairpur tamewali
    Khanpur (Rahim Yar Khan): Khanpur (Rahim Yar Khan) / Khanpur Katora
    Jalalpur Jattan: Jalalpur Jattan / jalalpur jatan
    Jalalpur Pirwala: Jalalpur Pirwala / jalalpur peerwala
    Ahmadpur East: Ahmadpur East / Ahmedpur East / Ahmadpur Sharqia
    Attock: Attock / attock city / Campbellpur / اٹک
    Okara: Okara / OKARA / اوکاڑہ
    Kasur: Kasur / qasur / قصور
    Jhelum: Jhelum / jehlum / jhelam / جہلم
    Chakwal: Chakwal / چکوال
    Vehari: Vehari / vehaari / وہاڑی
    Burewala: Burewala / burewalla / بوریوالا
    Chiniot: Chiniot / چنیوٹ
    Hafizabad: Hafizabad / hafiz abad / حافظ آباد
    Mianwali: Mianwali / mian wali / میانوالی
    Bhakkar: Bhakkar / bhakar / بھکر
    Layyah: Layyah / leiah / layya / لیہ
    Lodhran: Lodhran / لودھراں
    Khanewal: Khanewal / khane wal / خانیوال
    Pakpattan: Pakpattan / Pakpattan Sharif / pak pattan / پاکپتن
    Narowal: Narowal / narrowal / نارووال
    Nankana Sahib: Nankana Sahib / nankana
    Sadiqabad: Sadiqabad / sadiq abad / صادق آباد
    Murree: Murree / muree / مری
    Taxila: Taxila / texila
    Gujar Khan: Gujar Khan / gujjar khan
    Hasan Abdal: Hasan Abdal / hassan abdal
    Gojra: Gojra Toba Tek Singh / Tehsil Gojra / Chak 5, Gojra, Toba Tek Singh
    Kharian: Kharian Gujrat / Kharian Distt Gujrat
    Basti Malook: Basti Malook / basti maluk / Basti Malook Multan
    Shorkot: Tehsil Shorkot District Jhang / Shorkot Jhang
    Kot Addu: Kot Addu Muzaffargarh
    Raiwind: Raiwind Lahore
    Wah Cantt: Wah Cantt Rawalpindi
    Taxila: Taxila, Rawalpindi
    Sahiwal (Sargodha): Sahiwal Sargodha / Sahiwal (Sargodha)
    Naushera (Khushab): Naushera Khushab
    Kamoke: Kamoke / Kamoke Gujranwala
    Basirpur: Basirpur Okara
    Ghakhar Mandi: gakhar
    Chowk Azam: chowk azam layyah
    Kot Sultan: Kot Sultan
    Attock: Attock Punjab / Zila Attock
    Jampur: jampur rajanpur
    Daska: Daska Sialkot
  `,
  Sindh: `
    Karachi: Karachi / KHI / khi / karachi city / Karachi-Cantonment / KARACHI. / krachi / کراچی / كراچي / Karachi Sindh / Karachi Saddar / DHA Karachi / Gulshan-e-Iqbal Karachi / North Nazimabad Karachi / Malir Cantt / Karachi, Sindh, Pakistan / کراچی سندھ / Clifton Block 5 Karachi
    Hyderabad: Hyderabad / HYD / hyd / Hyderabad (Sindh) / hydrabad / حیدرآباد / حیدر آباد
    Sukkur: Sukkur / sukkur / sukker / سکھر
    Larkana: Larkana / larkana / Larkano / لاڑکانہ
    Mirpur Khas: Mirpur Khas / mirpurkhas / MIRPUR KHAS / mirpur-khas / mpk / میرپور خاص
    Mirpur Mathelo: Mirpur Mathelo / mirpur mathelo
    Nawabshah: Nawabshah / nawab shah / Shaheed Benazirabad / نواب شاہ
    Khairpur: Khairpur Mirs
    Jacobabad: Jacobabad / jacob abad / جیکب آباد
    Shikarpur: Shikarpur / shikar pur / شکارپور
    Tando Adam: Tando Adam / tandoadam
    Tando Allahyar: Tando Allahyar / tando allah yar
    Tando Muhammad Khan: Tando Muhammad Khan / tando mohammad khan / T.M. Khan
    Umerkot: Umerkot / umar kot / عمرکوٹ
    Naushahro Feroze: Naushahro Feroze / nausheroferoze
    Hala: Hala / hala sindh
    Kotri: Kotri Jamshoro
    Mehar: Mehar Dadu
    Rohri: Rohri Sukkur
    Kashmore: Kashmore
    Tando Jam: Tando Jam, Hyderabad
    Gharo: gharo
    Khairpur Nathan Shah: K.N. Shah
  `,
  'Khyber Pakhtunkhwa': `
    Dera Ismail Khan: Dera Ismail Khan / DI Khan / d.i.khan / DIK / dera ismail khan / ڈیرہ اسماعیل خان
    Abbottabad: Abbottabad / abbotabad / Abottabad / ABOTABAD / abbott abad / ایبٹ آباد
    Peshawar: Peshawar / peshawar / peshawer / PESHWAR / psh / pesh / پشاور / Peshawar KPK / Peshawar, Khyber Pakhtunkhwa / Peshawar Saddar / Lahore Road, Peshawar
    Mardan: Mardan / mardan / MARDAN / مردان
    Mingora: Mingora / mangora / مینگورہ / Mingora Swat / Mingora, Swat, KPK
    Swat: Swat / SWAT / سوات / Swat KPK / District Swat
    Nowshera: nowshera kpk
    Khanpur (Haripur): Khanpur (Haripur) / khanpur hazara
    Kohat: Kohat / کوہاٹ
    Bannu: Bannu / بنوں
    Swabi: Swabi / sawabi / صوابی
    Charsadda: Charsadda / charsada / چارسدہ
    Mansehra: Mansehra / mansera / مانسہرہ
    Haripur: Haripur / hari pur / ہری پور
    Matta: Matta, Swat
    Lakki Marwat: Lakki / lakki marwat kpk
    Khanpur (Haripur): Khanpur Haripur
    Upper Dir: Dir
    Lahor (Swabi): Chota Lahore
    Parachinar: Parachinar
    Batkhela: batkhela
  `,
  Balochistan: `
    Quetta: Quetta / quetta / QUETTA / queta / QTA / کوئٹہ / Quetta Balochistan / Quetta Cantt / Satellite Town Quetta
    Gwadar: Gwadar / gawadar / گوادر
    Turbat: Turbat / تربت
    Khuzdar: Khuzdar / خضدار
    Chaman: Chaman / چمن
    Hub: Hub / Hub Chowki
    Dera Murad Jamali: Dera Murad Jamali
    Ziarat: Ziarat
    Dera Allah Yar: Dera Allah Yar
    Panjgur: panjgur
    Pasni: Pasni Gwadar
    Kohlu: Kohlu
  `,
  'Islamabad Capital Territory': `
    Islamabad: Islamabad / ISB / isb / islambad / ISLAMABAD / Islam Abad / islamabad city / اسلام آباد / G-11 Islamabad / F-8/3 Islamabad / Bahria Town Phase 4 Islamabad / Karachi Company, Islamabad / Islamabad Pakistan / Islamabad Capital Territory
    Bhara Kahu: bara kahu
  `,
  'Azad Jammu and Kashmir': `
    Mirpur (AJK): Mirpur (AJK) / mirpur ajk / Mirpur-AJK / Mirpur Azad Kashmir / MIRPUR A.K. / Mirpur Kashmir / Mirpur, Azad Kashmir
    Muzaffarabad: Muzaffarabad / muzafarabad / MZD / مظفرآباد / مظفر آباد
    Kotli: Kotli / کوٹلی / Kotli AJK / Kotli, AJ&K
    Rawalakot: Rawalakot / rawla kot
    Palandri: Palandri
    Bagh: Bagh Azad Kashmir
    Chakswari: chakswari
  `,
  'Gilgit-Baltistan': `
    Gilgit: Gilgit / گلگت / Gilgit GB
    Skardu: Skardu / skardo / سکردو
    Hunza: Hunza / Hunza Gilgit Baltistan
    Khaplu: Khaplu
  `,
}

/** Asked about: the cities that are proposed, in order of the alphabet. */
export const ASKED = `
  Mirpur (AJK) | Mirpur Khas | Mirpur Mathelo: Mirpur / MIRPUR / mir pur / Mirpur Cantt
  Gujranwala | Gujrat: guj
  Ahmadpur East | Ahmadpur Sial: Ahmadpur / ahmedpur
  Dera Ghazi Khan | Dera Ismail Khan: Dera
  Tando Adam | Tando Allahyar | Tando Bago | Tando Jam | Tando Muhammad Khan: Tando
  Lahore: Lahoree / Lahoer / Lahhore / Nawan Lahore / Lahore Mandi / Kot Lakhpat Lahore
  Karachi: Karcahi / Karahi / Karachii / Karachy / Karachi Punjab / Karachi, KPK / Karachi Fish Harbour
  Islamabad: Islamabd / Islmabad / Isalmabad
  Faisalabad: Faisalabd / Faislaabad / Faisalbad / Faisalabd Punjab / Faisalabd, Pakistan / Mohalla Islam Pura Faisalabad
  Rawalpindi: Rawalpindy / Rawalpidi
  Gujranwala: Gujranwal / Gujranwla
  Gujrat: Gujart / Gujrrat
  Sialkot: Sialkott / Sailkot
  Peshawar: Peshaware / Pehsawar
  Multan: Multan C / Multann / Mutlan / Multan Road / near Multan / Basti Xyz Multan / Bosan Road Multan
  Sargodha: Sargohda / Sargodh
  Abbottabad: Abbottabd / Abbottabadd
  Hyderabad: Hyderbad / Hyderabd
  Dera Ghazi Khan: Dera Gazi Khan
  Mirpur Khas: Mirpur Kha / Mirpur Khass
  Sahiwal | Sahiwal (Sargodha): Sahiwal / SAHIWAL / ساہیوال / Chak 12 Sahiwal / Sahiwal Punjab
  Naushera (Khushab) | Nowshera: Nowshera / noshera / نوشہرہ
  Naushera (Khushab) | Nowshera | Nowshera Virkan: Naushera
  Khairpur | Khairpur Nathan Shah | Khairpur Tamewali: Khairpur
  Khairpur | Khairpur Nathan Shah: Khairpur Sindh
  Alipur | Alipur Chatha: Alipur
  Khanpur (Haripur) | Khanpur (Rahim Yar Khan) | Khanpur (Shikarpur): Khanpur / khan pur
  Jalalpur Bhattian | Jalalpur Jattan | Jalalpur Pirwala: Jalalpur
  Shergarh (Mardan) | Shergarh (Okara): Shergarh
  Rustam (Mardan) | Rustam (Shikarpur): Rustam
  Mangla (Jhelum) | Mangla (Mirpur): Mangla
  Karachi | Lahore: Karachi, Lahore / Lahore Karachi
  Islamabad | Karachi: Karachi Company Islamabad
  Islamabad | Rawalpindi: Rawalpindi Islamabad
  Faisalabad | Lahore: Faisalabad Road Lahore
  Bannu | Kohat: Bannu Road Kohat
  Ranipur: Rangpur
  Pindi Bhattian: Pindi Bhattiya
  Jhelum: Village Kala Gujran Jhelum
  Jhang | Shorkot: Moza Kot, Tehsil Shorkot, District Jhang
`

/** Not in the table, with the province that the text names. */
export const UNKNOWN = `
  none: Shah Bela / Pindi Xyzabad / Chak 45 GB / Chak 12 GB / Cantt / Khan / pur / abad / Rahim / Lah / La / Village Pind / Delhi / Dubai / London / constructor / toString / __proto__ / lhrr / khii / isbb / گاؤں / - / () / 🌿 / Kot / Pir / Shah / Hydera / Karac / Peshaw / Shadman / Bosan Road / Fasialbad / Thar / Goth Allah Dino / Killi Malak / Mauza Kot Xyz / Model Town / DHA / Near school / Iqbal Nagar / Fatehpur / Sarai / Bypass Chowk / Pakistan
  Gilgit-Baltistan: Gilgit Baltistan / گلگت بلتستان
  Azad Jammu and Kashmir: Kashmir / کشمیر
  Punjab: Punjab / Chak 45 GB Punjab
  Sindh: Goth Allah Dino Sindh
  Balochistan: Killi Malak, Balochistan
  Khyber Pakhtunkhwa: KPK
`

/** `[typed, expected]` of each text in a table. */
export function rowsOf(lines: string): [typed: string, expected: string][] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [expected = '', texts = ''] = line.split(/: (.*)/)
      return texts.split(' / ').map((text): [string, string] => [text, expected.trim()])
    })
}
