import { asapScheduler, finalize, from, Observable, of, type SchedulerLike } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { sharedTtsHost, createTtsHost, type TtsHost } from '../../../../providers/local/tts/host.ts';
import { localTts, verifyLocalTts, createLocalTts } from '../../../../providers/local/tts/tts.ts';
import {
  createTextToSpeechContract,
  type TextToSpeechSubject,
} from '../../../../src/testing/contracts/textToSpeechContract.ts';
import { collectUtterance } from '../../../../src/testing/contracts/tts/collectUtterance.ts';
import { speakPcm } from '../../../support/voice.ts';

/** Sentences are begun one ahead of what plays: here all waiting is over at once. */
const impatient: SchedulerLike = {
  now: () => 0,
  schedule: (...[work, , state]: Parameters<SchedulerLike['schedule']>) => asapScheduler.schedule(work, 0, state),
};

describe('the local TTS keeps the contract of TextToSpeech', () => {
  const make = async (): Promise<TextToSpeechSubject> => {
    const { host, closed } = watched(sharedTtsHost);
    return { tts: createLocalTts(host, {}, { scheduler: impatient }), closed };
  };
  for (const { name, run } of createTextToSpeechContract(make)) test(name, run);
});

describe('the local TTS', () => {
  const missing = createTtsHost('espeak-ng-that-is-not-installed');

  test('presents itself', () =>
    expect(localTts()).toMatchObject({ name: 'local', sampleRate: 22_050, accepts: 'sentences', language: 'en-US' }));

  test.each([
    [{ voice: 'de' }, 'de'],
    [{ voice: 'en-gb+f3' }, 'en-GB'],
    [{ voice: 'gmw/en-US' }, 'en-US'],
    [{ voice: 'de', language: 'de-AT' }, 'de-AT'],
    [{ voice: 'a b' }, 'en'],
  ])('%j speaks %s', (settings, language) => expect(localTts(settings).language).toBe(language));

  test('does nothing before it is subscribed to', () => {
    const none = { warm: refuse, speak: refuse, verify: refuse };
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
    const first = (await speakPcm(text[0] ?? '')).samples.length / 22.05;
    expect(words[3]?.startMs).toBeCloseTo(first, 6);
    expect(words.at(-1)?.endMs).toBeLessThan(durationMs);
  });

  test('brings the words of a sentence before its audio, in frames of at most 40 ms', async () => {
    const { events, frames } = await collectUtterance(localTts().synthesize(of('It is seven.')));
    expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual(['words', 'audio']);
    expect(Math.max(...frames.map(({ samples }) => samples.length))).toBe(882);
  });

  test('without its package an utterance errors, and names the package to install and its licence', async () => {
    const utterance = collectUtterance(createLocalTts(missing, {}).synthesize(of('Hello.')));
    await expect(utterance).rejects.toMatchObject({ code: 'provider_unavailable', details: { provider: 'local' } });
    await expect(utterance).rejects.toThrow(/GPL-3\.0-or-later.*npm install espeak-ng@1\.0\.2/);
  });

  test('is verified: a voice that it knows is no issue', async () =>
    expect(await verifyLocalTts({ voice: 'en-gb+f3' })).toEqual([]));

  test('is verified: a voice that it does not know is an issue that names it', async () =>
    expect(await verifyLocalTts({ voice: 'nobody' })).toEqual([
      { path: 'voice', expected: 'a voice of eSpeak NG', got: expect.stringMatching(/^nobody /) },
    ]));

  test('is verified: a missing package is `provider_unavailable`, and the error names it', async () => {
    const verified = verifyLocalTts({}, undefined, missing);
    await expect(verified).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(verified).rejects.toThrow(/npm install espeak-ng@1\.0\.2/);
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
