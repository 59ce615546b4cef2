import { Observable, type Subscriber } from 'rxjs';
import { expect, it } from 'vitest';
import type { TtsEvent } from '../../../src/core/ports.ts';
import { ended, started, text } from '../llmTurn/score.ts';
import { createHarness, createManualTts, ends } from './score.ts';

it.each([
  ['completes', (voice: Subscriber<TtsEvent>) => voice.complete(), 'u0.0 complete'],
  ['fails', (voice: Subscriber<TtsEvent>) => voice.error(new Error('no breath')), 'u0.0 failed'],
])('a TTS that %s and whose teardown throws is reported, and its speech ends', (_, finish, end) => {
  const synthesize = (pieces: Observable<string>): Observable<TtsEvent> =>
    new Observable((voice) => {
      pieces.subscribe({ complete: () => finish(voice) });
      return () => {
        throw new Error('no way out');
      };
    });
  const test = createHarness({}, { tts: { ...createManualTts(), synthesize } });
  test.reply(started(), text('One.'), ended());
  expect(ends(test)).toEqual([end]);
  expect(test.reported.map(({ message }) => message).join()).toContain('no way out');
});
