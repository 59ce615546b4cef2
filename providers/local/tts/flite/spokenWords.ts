/** A word as it is written, from `from` on, and as Flite is to speak it. */
export interface SpokenWord {
  /** Offset in the text, in UTF-16 code units. */
  readonly from: number;
  /** Printable ASCII without a space at its ends; may contain several words. Empty if there is nothing to speak. */
  readonly spoken: string;
  /** Whether it contains a letter or a digit that Flite does not know, such as one of another script. */
  readonly foreign: boolean;
}

/** Splits `text` into the words between white space, in the characters that Flite knows: those of ASCII. */
export function splitSpokenWords(text: string): readonly SpokenWord[] {
  const words: SpokenWord[] = [];
  for (const { index, 0: word } of text.matchAll(/[^\s\p{Cc}]+/gu)) {
    const before = words.at(-1);
    // A dash between words is a pause.
    if (before !== undefined && DASHES.test(word)) words[words.length - 1] = withPause(before);
    else words.push({ from: index, ...spell(word) });
  }
  return words;
}

const DASHES = /^\p{Pd}+$/u;

function withPause(word: SpokenWord): SpokenWord {
  return /[A-Za-z0-9]$/u.test(word.spoken) ? { ...word, spoken: `${word.spoken},` } : word;
}

function spell(word: string): Omit<SpokenWord, 'from'> {
  const ascii = replaceSigns(word)
    .normalize('NFKD')
    .replaceAll(LETTERS, (letter) => LETTER_NAMES[letter] ?? '');
  const rest = ascii.replaceAll(/[\u0020-\u007e]|\p{M}/gu, '');
  const spoken = ascii
    .replaceAll(/[^\u0020-\u007e]/gu, '')
    .replaceAll(LONG_WORD, '$& ')
    .trim();
  return { spoken: isSilent(spoken) ? '' : spoken, foreign: /[\p{L}\p{N}]/u.test(rest) };
}

/** Replaces signs outside ASCII that are spoken, or that make a pause. */
function replaceSigns(word: string): string {
  return word
    .replaceAll(/([€£¥₹])(\d[\d.,]*\d|\d)/gu, '$2$1')
    .replaceAll(SIGNS, (sign) => SIGN_NAMES[sign] ?? '')
    .replaceAll(/[‘’ʼ′]/gu, "'")
    .replaceAll(/(?<=\d)–(?=\d)/gu, '-')
    .replaceAll(/[–—―]/gu, ', ');
}

const SIGN_NAMES: Readonly<Record<string, string>> = {
  '€': ' euros',
  '£': ' pounds',
  '¥': ' yen',
  '₹': ' rupees',
  '°': ' degrees ',
  '×': ' times ',
  '÷': ' divided by ',
  '±': ' plus or minus ',
  '−': '-',
  '…': '...',
};
const SIGNS = /[€£¥₹°×÷±−…]/gu;

/** Letters that have no decomposition. */
const LETTER_NAMES: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  '⁄': '/',
};
const LETTERS = /[ßæÆœŒøØðÐþÞłŁđĐı⁄]/gu;

/** Where long words are divided, because the time of Flite's rules grows with the square of a word's length. */
const LONG_WORD = /[^ ]{40}(?=[^ ])/gu;

/** Flite speaks nothing for punctuation alone. */
function isSilent(spoken: string): boolean {
  return !/[A-Za-z0-9+=@#~*_^/%\\|&$]/u.test(spoken);
}
