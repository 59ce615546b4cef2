import type { SpeechTokens } from '../../core/chunk.ts';
import type { LlmUsage, SttUsage, TtsUsage, Usage } from '../../core/usage.ts';
import { formatAmount, multiply, type Amount } from './decimal.ts';
import type { Prices, UnitPrice } from './prices.ts';

/** Adds costs to a usage: to each part that has a price, and in total. */
export function addCosts(usage: Usage, prices: Prices | undefined): Usage {
  if (prices === undefined) return usage;
  // A speech model has its price in tokens.
  const isSpeechModel = ({ model }: SttUsage | TtsUsage): boolean =>
    usage.llm.some(({ model: named, tokens }) => named === model && tokens.speech !== undefined);
  const bills = {
    stt: usage.stt.map((used) => bill(used, used.seconds > 0 && !isSpeechModel(used), costOfSpeech(used, prices))),
    tts: usage.tts.map((used) => bill(used, used.characters > 0 && !isSpeechModel(used), costOfText(used, prices))),
    llm: usage.llm.map((used) => bill(used, true, costOfTokens(used, prices))),
  };
  const all = [...bills.stt, ...bills.tts, ...bills.llm];
  const total = all.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const isPriced = all.every(({ amount, isUsed }) => amount !== undefined || !isUsed);
  const complete = isPriced && usage.llm.every(({ unreportedCalls }) => unreportedCalls === 0);
  return {
    stt: bills.stt.map(toPart),
    tts: bills.tts.map(toPart),
    llm: bills.llm.map(toPart),
    cost: { currency: prices.currency, amount: formatAmount(total), complete },
  };
}

interface Bill<Used> {
  readonly used: Used;
  readonly isUsed: boolean;
  readonly amount: Amount | undefined;
}

function bill<Used>(used: Used, isUsed: boolean, amount: Amount | undefined): Bill<Used> {
  return { used, isUsed, amount };
}

function toPart<Used>({ used, amount }: Bill<Used>): Used {
  return amount === undefined ? used : { ...used, cost: formatAmount(amount) };
}

function costOfSpeech({ provider, model, seconds }: SttUsage, { stt }: Prices): Amount | undefined {
  const found = find(find(stt, provider), model);
  return found && costOf(found, { count: seconds * 1000, ofUnit: 1000 });
}

function costOfText({ provider, model, characters }: TtsUsage, { tts }: Prices): Amount | undefined {
  const found = find(find(tts, provider), model);
  return found && costOf(found, { count: characters });
}

function costOfTokens({ model, tokens }: LlmUsage, { llm }: Prices): Amount | undefined {
  const found = find(llm, model);
  if (found === undefined) return undefined;
  const { prompt, completion, prompt_audio = prompt, completion_audio = completion, per = 1 } = found;
  const { cached = prompt, cached_audio = prompt_audio } = found;
  const { prompt_tokens, completion_tokens, speech = NO_SPEECH } = tokens;
  const { cached_text_tokens, cached_audio_tokens } = speech;
  const [heard, spoken] = [speech.prompt_audio_tokens, speech.completion_audio_tokens];
  return (
    multiply(prompt, per, { count: prompt_tokens - heard - cached_text_tokens }) +
    multiply(prompt_audio, per, { count: heard - cached_audio_tokens }) +
    multiply(cached, per, { count: cached_text_tokens }) +
    multiply(cached_audio, per, { count: cached_audio_tokens }) +
    multiply(completion, per, { count: completion_tokens - spoken }) +
    multiply(completion_audio, per, { count: spoken })
  );
}

const NO_SPEECH: SpeechTokens = {
  prompt_audio_tokens: 0,
  completion_audio_tokens: 0,
  cached_text_tokens: 0,
  cached_audio_tokens: 0,
};

function costOf({ price, per = 1 }: UnitPrice, quantity: Parameters<typeof multiply>[2]): Amount {
  return multiply(price, per, quantity);
}

/** Finds the entry of a name, or else the entry for all other names. */
function find<T>(table: Readonly<Record<string, T>> | undefined, name: string | null): T | undefined {
  if (table === undefined) return undefined;
  return name !== null && Object.hasOwn(table, name) ? table[name] : table['*'];
}
