import { from, of } from 'rxjs';
import { afterAll, describe, expect, test } from 'vitest';
import { localTts } from '../../providers/local/tts/tts.ts';
import { sherpaStt } from '../../providers/sherpa/stt/stt.ts';
import { sherpaTts } from '../../providers/sherpa/tts/tts.ts';
import { concatSamples, splitSamples, type AudioFrame } from '../../src/core/audio.ts';
import type { SpeechToText, SttInput, TextToSpeech } from '../../src/core/ports.ts';
import { createResampler } from '../../src/core/resampler.ts';
import { listInstalledModels } from '../../src/models/folder.ts';
import { listEngineWork } from '../../src/wire/engine/engineWork.ts';
import { countWordErrors, splitWords } from './words.ts';

const SENTENCES = [
  'The kitchen closes at half past nine this evening.',
  'Could you tell me what you have without meat?',
  'We opened in nineteen eighty four, in a house that was a bakery before.',
  'Please book a table for four people on Friday.',
  'I would rather sit outside if the weather is good.',
  'My telephone number ends with seven seven two.',
];

const models = listInstalledModels().filter(({ model }) => model.languages.some((tag) => tag.startsWith('en')));
const recognisers = models.filter(({ model }) => model.kind === 'stt').map(({ model }) => model.name);
const voices = models.filter(({ model }) => model.kind === 'tts').map(({ model }) => model.name);
const rows: string[] = [];

afterAll(() => console.log(rows.length === 0 ? 'No English model is pulled: npx antiphon models' : rows.join('\n')));

interface Spoken {
  readonly samples: Int16Array;
  readonly firstAudioMs: number;
}

/** Speaks a sentence; the samples are at 16 kHz. */
async function speak(tts: TextToSpeech, text: string): Promise<Spoken> {
  const began = performance.now();
  const frames: AudioFrame[] = [];
  let firstAudioMs = Infinity;
  await tts.synthesize(of(text)).forEach((event) => {
    if (event.kind !== 'audio') return;
    firstAudioMs = Math.min(firstAudioMs, performance.now() - began);
    frames.push(event.frame);
  });
  const resampler = createResampler(tts.sampleRate, 16_000);
  const parts = frames.map(({ samples }) => resampler.push(samples));
  return { samples: concatSamples([...parts, resampler.flush()]), firstAudioMs };
}

async function hear(stt: SpeechToText, samples: Int16Array): Promise<string> {
  const inputs: SttInput[] = [
    { kind: 'start', segment: 0 },
    ...splitSamples(samples, 512).map(
      (part): SttInput => ({ kind: 'audio', segment: 0, frame: { samples: part, sampleRate: 16_000 } }),
    ),
    { kind: 'end', segment: 0 },
  ];
  let text = '';
  await stt.transcribe(from(inputs)).forEach((event) => {
    if (event.kind === 'failed') throw event.error;
    if (event.kind === 'final') text = event.text;
  });
  return text;
}

async function measureErrors(stt: SpeechToText, tts: TextToSpeech): Promise<number> {
  let [errors, words] = [0, 0];
  for (const sentence of SENTENCES) {
    errors += countWordErrors(sentence, await hear(stt, (await speak(tts, sentence)).samples));
    words += splitWords(sentence).length;
  }
  return errors / words;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const factorOf = (name: string): string => {
  const work = listEngineWork().find(({ model }) => model === name);
  return work === undefined ? '–' : (work.busySeconds / work.audioSeconds).toFixed(2);
};

describe.skipIf(recognisers.length === 0)('the pulled recognisers', () => {
  test.each(recognisers)('%s understands the best voice on this machine', async (model) => {
    const tts = voices[0] === undefined ? localTts() : sherpaTts({ model: voices[0] });
    const errors = await measureErrors(sherpaStt({ model }), tts);
    rows.push(`${model}: ${percent(errors)} of the words wrong, real-time factor ${factorOf(model)}`);
    expect(errors).toBeLessThan(1);
  });
});

describe.skipIf(voices.length === 0)('the pulled voices', () => {
  test.each(voices)('%s speaks', async (model) => {
    const tts = sherpaTts({ model });
    await speak(tts, 'Warm.');
    const times: number[] = [];
    for (const sentence of SENTENCES) times.push((await speak(tts, sentence)).firstAudioMs);
    const first = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
    const judged =
      recognisers[0] === undefined ? '' : percent(await measureErrors(sherpaStt({ model: recognisers[0] }), tts));
    const errors = judged === '' ? '' : `, ${judged} of the words misheard by ${recognisers[0]}`;
    rows.push(`${model}: first audio ${first.toFixed(0)} ms, real-time factor ${factorOf(model)}${errors}`);
    expect(first).toBeLessThan(60_000);
  });
});

test.runIf(models.length === 0)('no model is pulled', () => expect(models).toEqual([]));
