import type { Usage } from '../../../core/usage.ts';
import { flatten } from './flatten.ts';
import { formatNumber } from './format.ts';

/** What one provider or model was used for. */
export interface Used {
  /** `Speech recognition: deepgram, nova-3`. */
  readonly title: string;
  readonly figures: readonly (readonly [name: string, figure: string])[];
}

const KINDS = [
  ['stt', 'Speech recognition'],
  ['llm', 'Language model'],
  ['tts', 'Voice'],
] as const;

/** Lists the figures of each provider and model. Leaves out tokens that are zero, and what is not known. */
export function listUsage(usage: Usage): readonly Used[] {
  return KINDS.flatMap(([kind, title]) =>
    usage[kind].map(({ model, ...used }) => {
      const { provider, ...figures } = { provider: null, ...used };
      const names = [provider, model].filter((name) => typeof name === 'string');
      return { title: names.length === 0 ? title : `${title}: ${names.join(', ')}`, figures: listFigures(figures) };
    }),
  );
}

function listFigures(used: object): Used['figures'] {
  return flatten(used)
    .filter(([name, value]) => value !== 'null' && !(value === '0' && name.includes('.')))
    .map(([name, value]) => [
      formatName(name),
      name !== 'cost' && Number.isFinite(Number(value)) ? formatNumber(Number(value)) : value,
    ]);
}

/** Formats a dotted name: `wasted.superseded.prompt_tokens` becomes `wasted, superseded: prompt tokens`. */
function formatName(name: string): string {
  const path = name.replace(/^tokens\./u, '').replace(/\.(?=[^.]*$)/u, ': ');
  return path
    .replaceAll('.', ', ')
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}
