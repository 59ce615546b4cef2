import { Observable, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { speak } from '../../../operators/speak.ts';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { TextToSpeech } from '../../../src/core/ports.ts';
import { replies } from '../../../src/testing/fixtures.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { ended, started, text } from '../llmTurn/score.ts';
import { ends, createHarness, createManualTts } from './score.ts';

function warmed(warmth: Observable<AntiphonError>): TextToSpeech {
  return { ...createManualTts(), keepWarm: () => warmth };
}

describe('a TTS that can be kept warm', () => {
  it.each([
    ['as long as there may be replies', '-s-t-e---|', '^--------!', ''],
    ['until the replies fail', '         -s-t-#   ', '^----!', ''],
    ['until the speech is unsubscribed', '-s-t-e----', '^------!', '-------!'],
  ])('is, %s', (_, reply, kept, unsubscribed) =>
    marbles(({ hot, cold, flush, expectSubscriptions }) => {
      const warmth = cold<AntiphonError>('-');
      const speech = hot(reply, replies).pipe(speak({ tts: warmed(warmth) }));
      const running = speech.subscribe({ error: () => {} });
      cold(unsubscribed.replace('!', '|')).subscribe({ complete: () => unsubscribed !== '' && running.unsubscribe() });
      expectSubscriptions(warmth.subscriptions).toBe(kept);
      flush();
    }),
  );

  it('is, once for each subscription', () =>
    marbles(({ hot, cold, flush, expectSubscriptions }) => {
      const warmth = cold<AntiphonError>('-');
      const speech = hot('--|', replies).pipe(speak({ tts: warmed(warmth) }));
      speech.subscribe();
      speech.subscribe();
      expectSubscriptions(warmth.subscriptions).toBe(['^-!', '^-!']);
      flush();
    }));

  it('has what it warns of reported, and nothing of it in the speech', () =>
    marbles(({ hot, cold, flush, expectObservable }) => {
      const slow = new AntiphonError('provider_warning', 'the voice is slow', { failure: false });
      const reported: AntiphonError[] = [];
      const tts = warmed(cold('-w', { w: slow }));
      expectObservable(hot('---|', replies).pipe(speak({ tts, report: (error) => reported.push(error) }))).toBe('---|');
      flush();
      expect(reported).toEqual([slow]);
    }));

  it('speaks all the same where that fails, and it is reported', () => {
    const keepWarm = (): never => {
      throw new Error('no room');
    };
    const test = createHarness({}, { tts: { ...createHarness().tts, keepWarm } });
    test.reply(started(), text('One.'), ended());
    test.clock.flush();
    expect(ends(test)).toEqual(['u0.0 complete']);
    expect(test.reported).toMatchObject([{ code: 'provider_failed', message: 'no room', details: { failure: false } }]);
  });

  it('speaks on where that cannot be closed when another voice replaces it, and it is reported', () => {
    const replacing = new Subject<TextToSpeech>();
    const keepWarm = (): Observable<never> =>
      new Observable(() => () => {
        throw new Error('stuck');
      });
    const { tts } = createHarness();
    const test = createHarness({}, { tts: { ...tts, keepWarm }, replacing });
    replacing.next({ ...tts, name: 'other' });
    test.reply(started(), text('One.'));
    expect(test.events).toMatchObject([{ kind: 'started' }]);
    expect(test.reported).toMatchObject([{ code: 'provider_failed', message: expect.stringContaining('stuck') }]);
  });
});
