/** The words for 0 to 12. A recogniser may write the word in an interim and the digits in the final. */
const NUMBER_WORDS: readonly string[] = [
  'zero one two three four five six seven eight nine ten eleven twelve',
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze',
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici',
  'zero um dois três quatro cinco seis sete oito nove dez onze doze',
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf',
  '零 一 二 三 四 五 六 七 八 九 十 十一 十二',
];

const digits: ReadonlyMap<string, string> = new Map(
  NUMBER_WORDS.flatMap((words) => words.split(' ').map((word, value) => [word, String(value)] as const)),
);

/** Returns the digits for a lower-case number word of any supported language, and any other word unchanged. */
export function toDigits(word: string): string {
  return digits.get(word) ?? word;
}
