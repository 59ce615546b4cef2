import { expect, test } from 'vitest';
import { FLITE_VOICES } from '../../../providers/local/tts/flite/voices.ts';
import { measureVoice, type VoiceMeasurement } from './measureVoices.ts';
import { createGrammarRecogniser, createOpenRecogniser } from './recognisers.ts';
import { SENTENCES } from './texts.ts';

/**
 * `VOICES=all` measures the English voices of `TTS.Local` with all sentences, and prints them as they are done, `VOICES=slt,en-us`
 * only some of them; otherwise the default voice is measured with every fifth sentence. The open recogniser is Debian's
 * `pocketsphinx` with `pocketsphinx-en-us`; it takes as long as the speech.
 */
const asked = process.env['VOICES'];
const isWhole = asked !== undefined;
const ALL = [...FLITE_VOICES.keys(), 'en-us', 'en-us+f3', 'en-gb'];

test.skipIf(isWhole)(
  'a recogniser that knows the sentences understands the default voice',
  async () => {
    const sentences = SENTENCES.filter((_, index) => index % 5 === 0);
    const { misheard } = await measureVoice({ voice: 'slt' }, sentences, [await createGrammarRecogniser()]);
    expect(misheard[0]).toBeLessThanOrEqual(0.05);
  },
  180_000,
);

test.runIf(isWhole)(
  'prints how well and how fast each voice speaks',
  async () => {
    const open = createOpenRecogniser();
    const recognisers = [await createGrammarRecogniser(), ...(open === undefined ? [] : [open])];
    process.stdout.write(`${HEAD}\n`);
    for (const voice of asked === 'all' ? ALL : (asked?.split(',') ?? []))
      process.stdout.write(`${formatRow(await measureVoice({ voice }, SENTENCES, recognisers))}\n`);
    expect(open, 'pocketsphinx is not installed: the second column is empty').toBeDefined();
  },
  3_600_000,
);

const HEAD = `| voice | misheard with a grammar | misheard, any sentence | CPU for a sentence | audio of a sentence | first audio, first sentence | later ones | words per minute |
|---|---|---|---|---|---|---|---|`;

function formatRow({ voice, misheard, cpuMs, audioMs, firstAudioMs, wordsPerMinute }: VoiceMeasurement): string {
  const shares = [0, 1].map((index) =>
    misheard[index] === undefined ? '' : `${(100 * misheard[index]).toFixed(1)} %`,
  );
  const times = [cpuMs, audioMs, firstAudioMs.cold, firstAudioMs.warm].map((ms) => `${ms.toFixed(0)} ms`);
  return `| ${[`\`${voice}\``, ...shares, ...times, wordsPerMinute.toFixed(0)].join(' | ')} |`;
}
