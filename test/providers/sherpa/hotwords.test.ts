import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addHotwords } from '../../../providers/sherpa/engine/hotwords.ts';
import type { RecogniserSettings } from '../../../providers/sherpa/engine/messages.ts';
import { createModelFolder } from './folder.ts';

const createSettings = async (tokens: string, settings: Partial<RecogniserSettings> = {}) => {
  const folder = await createModelFolder((at) => writeFile(join(at, 'tokens.txt'), tokens));
  return {
    streaming: true,
    config: { modelConfig: { tokens: join(folder, 'tokens.txt') }, decodingMethod: 'greedy_search' },
    timeScale: 1,
    keywords: ['Antiphon', 'free jazz'],
    interimSamples: null,
    ...settings,
  };
};

test('keywords of a streaming model are one list, in the capitals of its tokens, with the pieces of its words', async () => {
  const { config, perStream, dispose } = addHotwords(await createSettings('<blk> 0\n▁ANT 1\nI 2\n'));
  expect(config).toMatchObject({
    decodingMethod: 'modified_beam_search',
    hotwordsBuf: 'ANTIPHON\nFREE JAZZ',
    hotwordsBufSize: 18,
    modelConfig: { modelingUnit: 'bpe' },
  });
  expect(perStream).toBe('');
  const { bpeVocab = '' } = config.modelConfig;
  expect(await readFile(bpeVocab, 'utf8')).toBe('<blk>\t-1.0\n▁ANT\t-1.0\nI\t-1.0\n');
  dispose();
  expect(existsSync(bpeVocab)).toBe(false);
});

test('keywords of a model of whole pieces go to each stream, as they are spelled', async () => {
  const { config, perStream } = addHotwords(await createSettings('▁Ant 1\n', { streaming: false }));
  expect(perStream).toBe('Antiphon/free jazz');
  expect(config).not.toHaveProperty('hotwordsBuf');
});

test('keywords of a model of characters need no pieces of words', async () => {
  const { config } = addHotwords(await createSettings('你 1\n好 2\n', { keywords: ['你好'] }));
  expect(config.modelConfig).toMatchObject({ modelingUnit: 'cjkchar' });
});

test('without keywords, nothing changes', async () => {
  const settings = await createSettings('▁A 1\n', { keywords: [] });
  expect(addHotwords(settings).config).toBe(settings.config);
});
