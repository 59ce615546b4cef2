import { defer, from, NEVER, Subject, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { speak } from '../../../operators/speak.ts';
import type { SpeakOptions } from '../../../operators/speak/speakOptions.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import type { TurnEvent } from '../../../src/core/turn.ts';
import { SubscriptionLedger } from '../../../src/stream/subscriptionLedger.ts';
import { ended, started, text } from '../llmTurn/score.ts';
import { createHarness } from './score.ts';

describe('the inputs of speech', () => {
  it('are subscribed to once each, however many replies there are', () => {
    const subscribed: string[] = [];
    const counted = (name: string): Observable<never> =>
      defer(() => {
        subscribed.push(name);
        return NEVER;
      });
    const inputs: Partial<SpeakOptions> = {
      cut: counted('cut'),
      resume: counted('resume'),
      sent: counted('sent'),
      open: counted('open'),
    };
    const { tts, clock } = createHarness();
    const turns = from([started(), text('One.'), ended(), started(1), text('Two.', 0, 1)]);
    turns
      .pipe(speak({ tts, ...inputs, scheduler: clock }))
      .subscribe()
      .unsubscribe();
    expect([tts.utterances.length, subscribed.toSorted()]).toEqual([2, ['cut', 'open', 'resume', 'sent']]);
  });

  it('unsubscribing cancels the synthesis, and leaves no timer and no subscription', () => {
    const [replies, cut, resume] = [
      new Subject<TurnEvent>(),
      new Subject<{ utterance: string }>(),
      new Subject<{ turn: number; heardChars: number }>(),
    ];
    const { tts, clock, ledger } = createHarness({ firstAudioMs: 100 });
    const running = replies.pipe(speak({ tts, cut, resume, scheduler: clock })).subscribe();
    for (const event of [started(), text('One. Two')]) replies.next(event);
    expect([ledger.open(), clock.pending]).toEqual([{ tts: 1 }, 2]);
    running.unsubscribe();
    expect([ledger.open(), clock.pending, tts.utterances[0]?.ended]).toEqual([{}, 0, 'cancelled']);
    expect([replies.observed, cut.observed, resume.observed]).toEqual([false, false, false]);
  });

  it('hear of the end of an utterance when the provider has closed its stream: the next reply may begin at once', () => {
    const { tts, clock } = createHarness({ firstAudioMs: 100 });
    const ledger = new SubscriptionLedger();
    const speech = new Subject<TtsEvent>();
    const provider: TextToSpeech = { ...tts, synthesize: () => speech.pipe(ledger.track('tts')) };
    const turns = new Subject<TurnEvent>();
    const open: unknown[] = [];
    turns.pipe(speak({ tts: provider, scheduler: clock })).subscribe(({ kind }) => {
      if (kind === 'ended') open.push(ledger.open());
    });
    for (const event of [started(), text('One.'), ended()]) turns.next(event);
    speech.next({ kind: 'mark', chars: 4 });
    clock.flush(10_000);
    expect(open).toEqual([{}]);
  });
});
