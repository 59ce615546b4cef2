import type { ClientRequest } from '../kit/fake.ts';

const BOOLEAN = /^(?:true|false)$/u;

/** The parameters and their values. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  model_id: /^(?!eleven_v[34])\w+$/u,
  output_format:
    /^(?:mp3_22050_32|mp3_24000_48|mp3_44100_(?:32|64|96|128|192)|pcm_(?:8000|16000|22050|24000|32000|44100|48000)|ulaw_8000|alaw_8000)$/u,
  enable_ssml_parsing: BOOLEAN,
  inactivity_timeout: /^(?:\d|\d\d|1[0-7]\d|180)$/u,
  sync_alignment: BOOLEAN,
  auto_mode: BOOLEAN,
  enable_logging: BOOLEAN,
  language_code: /^[a-z]{2}$/u,
  apply_text_normalization: /^(?:auto|on|off)$/u,
  seed: /^\d{1,10}$/u,
};

export function validateParameters(query: ClientRequest['query']): readonly string[] {
  const names = query.map(([name]) => name);
  return [
    ...query
      .filter(([name, value]) => PATTERNS[name]?.test(value) !== true)
      .map((pair) => `the parameter ${pair.join('=')}`),
    ...names.filter((name, n) => names.indexOf(name) !== n).map((name) => `${name} twice`),
    ...(names.includes('model_id') ? [] : ['no model_id']),
  ];
}

export function findParameter(query: ClientRequest['query'], wanted: string, absent: string): string {
  return query.find(([name]) => name === wanted)?.[1] ?? absent;
}
