import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import { withExtraQuery } from '../../src/wire/extra.ts';
import type { FilledRimeTts } from './settings.ts';

type Query = readonly (readonly [name: string, value: string])[];

/** Creates the query parameters of a connection. Settings without a value are omitted, so that Rime's defaults apply. */
export function createRimeQuery(settings: FilledRimeTts): Query {
  const { model, voice, language, encoding, sample_rate, extra } = settings;
  const { speed, pause_between_brackets: pauses, phonemize_between_brackets: phonemes } = settings;
  const query: Query = [
    ['speaker', voice],
    ['modelId', model],
    ['lang', convertLanguage(language)],
    ['audioFormat', encoding],
    ['samplingRate', `${sample_rate}`],
    ['segment', 'never'],
    ...(speed === undefined ? [] : [['speedAlpha', `${convertSpeed(speed, model)}`] as const]),
    ...(pauses === undefined ? [] : [['pauseBetweenBrackets', `${pauses}`] as const]),
    ...(phonemes === undefined ? [] : [['phonemizeBetweenBrackets', `${phonemes}`] as const]),
  ];
  return withExtraQuery(query, extra);
}

/** Converts to the codes with three letters, which all models accept. Unknown languages are sent as their base code. */
function convertLanguage(language: string): string {
  const code = primaryLanguage(language);
  return LANGUAGES.get(code) ?? code;
}

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['en', 'eng'],
  ['es', 'spa'],
  ['fr', 'fra'],
  ['de', 'ger'],
  ['pt', 'por'],
  ['ja', 'jpn'],
  ['ar', 'ara'],
  ['hi', 'hin'],
]);

/** Converts a speed to `speedAlpha`, in which lower values are faster with the models before `mistv3`. */
function convertSpeed(speed: number, model: string): number {
  return isInverted(model) ? Math.round(1000 / speed) / 1000 : speed;
}

function isInverted(model: string): boolean {
  return /^mist(?:v[12])?$/u.test(model);
}
