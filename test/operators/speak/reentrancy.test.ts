import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { speak } from '../../../operators/speak.ts';
import type { TtsEvent } from '../../../src/core/ports.ts';
import type { SpeechEvent, TurnEvent } from '../../../src/core/turn.ts';
import { ended, started, text } from '../llmTurn/score.ts';
import { createHarness, createManualTts, ends, texts, type Harness } from './score.ts';

/** Speech whose `started` is answered at once with `react`. */
function reacting(react: (test: Pick<Harness, 'cut' | 'tts'>, turns: Subject<TurnEvent>) => void): Harness {
  const test = createHarness();
  const turns = new Subject<TurnEvent>();
  const events: SpeechEvent[] = [];
  turns.pipe(speak({ tts: test.tts, cut: test.cut, scheduler: test.clock })).subscribe((event) => {
    events.push(event);
    if (event.kind === 'started') react(test, turns);
  });
  const reply = (...all: readonly TurnEvent[]): void => all.forEach((event) => turns.next(event));
  return { ...test, events, reply };
}

describe('what happens while the start of an utterance is emitted', () => {
  it('a cut ends it without a request to the provider', () => {
    const test = reacting(({ cut }) => cut.next({ utterance: 'u0.0' }));
    test.reply(started(), text('Hello there. How are you?'), ended());
    test.clock.flush(60_000);
    expect([ends(test), test.tts.utterances.length, test.ledger.open()]).toEqual([['u0.0 interrupted'], 0, {}]);
  });

  it('the rest of the reply is spoken, to its end', () => {
    const test = reacting((_, turns) => [text(' More.'), ended()].forEach((event) => turns.next(event)));
    test.reply(started(), text('Hello there.'));
    test.clock.flush(60_000);
    expect([texts(test).join(''), ends(test)]).toEqual(['Hello there. More.', ['u0.0 complete']]);
  });
});

it('a reply that is resumed when there is no more of it is spoken to its end', () => {
  const test = createHarness();
  const turns = new Subject<TurnEvent>();
  const seen: string[] = [];
  turns.pipe(speak({ tts: test.tts, cut: test.cut, resume: test.resume, scheduler: test.clock })).subscribe({
    next: ({ kind }) => seen.push(kind),
    complete: () => seen.push('complete'),
  });
  for (const event of [started(), text('Hello there. How are you')]) turns.next(event);
  test.cut.next({ utterance: 'u0.0' });
  turns.complete();
  test.resume.next({ turn: 0, heardChars: 13 });
  test.resume.complete();
  test.clock.flush(60_000);
  expect(seen.slice(-2)).toEqual(['ended', 'complete']);
});

it('an event of the provider that cannot be read fails its utterance, and no other', () => {
  const tts = createManualTts();
  const test = createHarness({}, { tts });
  test.reply(started(), { kind: 'text', turn: 0, round: 0, delta: 'One moment. ', filler: true });
  tts.output.next({ kind: 'words', words: undefined } as unknown as TtsEvent);
  tts.audio(20);
  tts.mark(12);
  test.reply(started(1), text('Two. ', 0, 1));
  tts.audio(20);
  expect(ends(test)).toEqual(['u0.0 failed']);
  expect(test.events.at(-1)?.kind).toBe('audio');
});

it('of a failed reply, a voice that takes tokens gets no words that were held back for what is said', () => {
  const test = createHarness({ accepts: 'tokens' }, { spoken: {} });
  test.reply(started(), text('Costs '), text('3. All'), ended('failed'));
  expect(texts(test).join('')).toBe('Costs ');
});

it('a filler goes on when all others know what was sent', () => {
  const sent = new Subject<{ utterance: string; samples: number }>();
  const test = createHarness({}, { sent });
  sent.subscribe(({ samples }) => test.log.push(`sent ${samples}`));
  test.reply(started(), { kind: 'text', turn: 0, round: 0, delta: 'One moment please. ', filler: true });
  test.clock.flush(1000);
  const before = test.log.length;
  const samples = test.events.reduce(
    (sum, event) => sum + (event.kind === 'audio' ? event.frame.samples.length : 0),
    0,
  );
  sent.next({ utterance: 'u0.0', samples });
  expect([samples > 0, test.log[before], test.log.length > before + 1]).toEqual([true, `sent ${samples}`, true]);
});
