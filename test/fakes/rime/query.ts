type Query = readonly (readonly [name: string, value: string])[];

/** The languages of the models, with the codes that each accepts. */
const CODA = 'en eng es spa fr fra pt por de ger ja jpn ar ara hi hin'.split(' ');
const MIST = 'eng spa fra ger'.split(' ');
const LANGUAGES: Readonly<Record<string, readonly string[]>> = { coda: CODA, mistv3: MIST, mistv2: MIST, mist: MIST };

const CODA_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000];
const BOOLEAN = /^(?:true|false)$/u;

/** The form of each parameter. The fake knows no other `segment` than `never`. */
const FORMS: Readonly<Record<string, RegExp>> = {
  speaker: /^[a-z][\w-]*$/u,
  modelId: /^(?:coda|mistv?[23]?|arcana(?:v[23])?)$/u,
  lang: /^[a-z]{2,3}$/u,
  audioFormat: /^(?:pcm|mulaw)$/u,
  samplingRate: /^\d+$/u,
  segment: /^never$/u,
  speedAlpha: /^(?!0+(?:\.0+)?$)\d+(?:\.\d+)?$/u,
  pauseBetweenBrackets: BOOLEAN,
  phonemizeBetweenBrackets: BOOLEAN,
  inlineSpeedAlpha: /^[\d., ]+$/u,
  noTextNormalization: BOOLEAN,
};
const REQUIRED = ['speaker', 'modelId', 'audioFormat', 'samplingRate', 'segment'];

/** Finds the violations in the parameters of a connection. */
export function validateQuery(query: Query): readonly string[] {
  const values = new Map(query);
  const model = values.get('modelId') ?? '';
  const lang = values.get('lang') ?? 'eng';
  const rate = Number(values.get('samplingRate'));
  return [
    ...REQUIRED.filter((name) => !values.has(name)).map((name) => `${name} is required`),
    ...query.filter(([name, value]) => FORMS[name]?.test(value) !== true).map((pair) => `no such ${pair.join('=')}`),
    ...(values.size === query.length ? [] : ['a parameter twice']),
    ...((LANGUAGES[model] ?? CODA).includes(lang) ? [] : [`Language ${lang} is not supported for model ${model}`]),
    ...(isRateOf(model, rate) ? [] : [`samplingRate=${rate} with ${model}`]),
  ];
}

function isRateOf(model: string, rate: number): boolean {
  return model.startsWith('mist') ? rate >= 4000 && rate <= 44_100 : CODA_RATES.includes(rate);
}
