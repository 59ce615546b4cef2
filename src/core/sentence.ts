/** A sentence, and the numbers in it by name. */
export interface Sentence {
  readonly text: string;
  readonly numbers: Readonly<Record<string, number>>;
}

/** A number of a sentence, as it is written there. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

/**
 * Writes a sentence whose numbers are known by name. Sentences in a sentence bring theirs. In
 * sentence`not interrupted: ${ms('voicedMs', 320)} of voice`, the number `voicedMs` is 320.
 */
export function sentence(texts: TemplateStringsArray, ...parts: readonly (Figure | Sentence | string)[]): Sentence {
  let numbers: Readonly<Record<string, number>> = {};
  let text = texts[0] ?? '';
  parts.forEach((part, n) => {
    if (typeof part === 'string') text += part;
    else {
      text += part.text;
      numbers = { ...numbers, ...('numbers' in part ? part.numbers : { [part.name]: part.value }) };
    }
    text += texts[n + 1] ?? '';
  });
  return { text, numbers };
}

/** Writes a time as `320 ms`. */
export function ms(name: string, value: number): Figure {
  return { name, value, text: `${Math.round(value)} ms` };
}

/** Writes a time in ms as `0.5 s`, to hundredths. */
export function seconds(name: string, value: number): Figure {
  return { name, value, text: `${Math.round(value / 10) / 100} s` };
}

/** Writes a number without its unit, which the number before it has. Rounds times to ms. */
export function plain(name: string, value: number): Figure {
  return { name, value, text: String(Math.round(value)) };
}

/** Writes a time in ms as seconds without the unit, which the number before it has. */
export function plainSeconds(name: string, value: number): Figure {
  return { name, value, text: String(Math.round(value / 10) / 100) };
}

/** Writes a probability to hundredths. */
export function probability(name: string, value: number): Figure {
  return { name, value, text: String(Math.round(value * 100) / 100) };
}

/** Counts things: `1 word`, `2 words`. */
export function count(name: string, value: number, thing: string): Figure {
  return { name, value, text: `${value} ${thing}${value === 1 ? '' : 's'}` };
}

/** Names a thing by its number: `segment 4`, `turn 2`. */
export function numbered(name: 'segment' | 'turn', value: number): Figure {
  return { name, value, text: `${name} ${value}` };
}

const LONGEST = 60;

/** Quotes words of the conversation. Long ones keep their beginning. */
export function quote(words: string): string {
  const text = words.replaceAll(/\s+/gu, ' ').trim();
  return `'${text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text}'`;
}
