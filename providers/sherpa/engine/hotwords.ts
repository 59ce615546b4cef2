import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecogniserConfig, RecogniserSettings } from './messages.ts';

export interface Hotwords {
  readonly config: RecogniserConfig;
  /** For each stream of a model that decodes whole pieces; '' for none. */
  readonly perStream: string;
  /** Removes the files that the model needs only while it is loaded. */
  dispose(): void;
}

/** Adds the keywords to the config of a transducer, in the spelling of its tokens. */
export function addHotwords({ config, keywords, streaming }: RecogniserSettings): Hotwords {
  if (keywords.length === 0) return { config, perStream: '', dispose: () => {} };
  const tokens = readFileSync(config.modelConfig.tokens, 'utf8')
    .split('\n')
    .flatMap((line) => line.trim().split(/\s+/u)[0] ?? []);
  const spelled = hasCapitalsOnly(tokens) ? keywords.map((keyword) => keyword.toUpperCase()) : keywords;
  const { bpeVocab, dispose } = findVocabulary(config.modelConfig.bpeVocab, tokens);
  const listed = spelled.join(streaming ? '\n' : '/');
  return {
    config: {
      ...config,
      modelConfig: {
        ...config.modelConfig,
        ...(bpeVocab === undefined ? { modelingUnit: 'cjkchar' } : { modelingUnit: 'bpe', bpeVocab }),
      },
      decodingMethod: 'modified_beam_search',
      ...(streaming && { hotwordsBuf: listed, hotwordsBufSize: Buffer.byteLength(listed) }),
    },
    perStream: streaming ? '' : listed,
    dispose,
  };
}

function hasCapitalsOnly(tokens: readonly string[]): boolean {
  const words = tokens.filter((token) => !token.startsWith('<'));
  return words.some((token) => /\p{Lu}/u.test(token)) && !words.some((token) => /\p{Ll}/u.test(token));
}

/**
 * Returns the file with the pieces of words. Derives it from the tokens if the model has none: with equal scores, the
 * longest pieces are used. Undefined for models whose tokens are characters.
 */
function findVocabulary(
  given: string | undefined,
  tokens: readonly string[],
): { readonly bpeVocab: string | undefined; readonly dispose: () => void } {
  if (given !== undefined || !tokens.some((token) => token.startsWith('▁')))
    return { bpeVocab: given, dispose: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-sherpa-'));
  const bpeVocab = join(folder, 'bpe.vocab');
  const lines = tokens.filter((token) => token !== '').map((token) => `${token}\t-1.0\n`);
  writeFileSync(bpeVocab, lines.join(''));
  return { bpeVocab, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
