import { concatMap, EMPTY, ignoreElements, map, merge, tap } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { speak } from '../../operators/speak.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { silence } from '../../src/testing/audio.ts';
import { replies, speech } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { ended, round, started, text } from './llmTurn/score.ts';
import { ends, createHarness, texts } from './speak/score.ts';

const utterance = 'u0.0';

describe('speak', () => {
  it('sends the text of a reply to the TTS, and emits its audio', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const reply = hot(' s-t----e-----', replies);
      const audio = cold('       --a|', { a: { kind: 'audio', frame: silence(20) } as const });
      const spoken = '    --s----t-a(e)';

      const tts: TextToSpeech = {
        name: 'test',
        sampleRate: 16_000,
        accepts: 'sentences',
        language: 'en-US',
        synthesize: (text) => text.pipe(concatMap(() => audio)),
      };
      expectObservable(reply.pipe(speak({ tts }))).toBe(spoken, speech);
      expectSubscriptions(reply.subscriptions).toBe('^');
      expectSubscriptions(audio.subscriptions).toBe('-------^--!');
    }));

  it('sends whole sentences, each as soon as the text after it has begun, to a TTS that accepts sentences', () => {
    const test = createHarness();
    test.reply(started(), text('One. Two'), text('. Three'));
    expect(test.log).toEqual([
      '0 u0.0 started',
      '0 text "One. "',
      '0 audio 50',
      '0 mark 5',
      '0 text "Two. "',
      '0 audio 50',
      '0 mark 10',
    ]);
    test.reply(round(), ended());
    expect(test.log.slice(7)).toEqual(['0 text "Three"', '0 audio 50', '0 mark 15', '0 u0.0 complete']);
  });

  it.each(['before the model has said anything', 'after a word of the model'])(
    'sends the text of `say` at once, %s: it is complete',
    (when) => {
      const test = createHarness();
      test.reply(started());
      if (when.startsWith('after')) test.reply(text('Hm'));
      test.reply({ kind: 'text', turn: 0, round: -1, delta: 'One moment' });
      expect(texts(test).join('')).toBe(when.startsWith('after') ? 'Hm One moment' : 'One moment');
      test.reply(text('It is eight.', 1), ended());
      expect(texts(test).slice(1).join('')).toBe(' It is eight.');
    },
  );

  it('signals to a TTS that accepts tokens when the text so far is complete', () => {
    const log: string[] = [];
    const tts: TextToSpeech = {
      name: 'test',
      sampleRate: 16_000,
      accepts: 'tokens',
      language: 'en-US',
      synthesize: (pieces, complete = EMPTY) =>
        merge(pieces, complete.pipe(map(() => 'complete'))).pipe(
          tap((what) => log.push(what)),
          ignoreElements(),
        ),
    };
    const test = createHarness({}, { tts });
    test.reply(started(), text('Hm'));
    test.reply({ kind: 'text', turn: 0, round: -1, delta: 'One moment' });
    test.reply(text('It is eight.', 1));
    expect(log).toEqual(['Hm', ' One moment', 'complete', ' It is eight.']);
  });

  it('sends text as it comes to a TTS that accepts tokens', () => {
    const test = createHarness({ accepts: 'tokens' });
    test.reply(started(), text('One. Tw'), text('o'), ended());
    expect(texts(test)).toEqual(['One. Tw', 'o']);
    expect(ends(test)).toEqual(['u0.0 complete']);
  });

  it('passes word timings and marks on as they are', () => {
    const test = createHarness({ timings: true });
    test.reply(started(), text('One two.'), ended());
    expect(test.events).toContainEqual({
      kind: 'words',
      utterance,
      words: [
        { from: 0, to: 3, startMs: 0, endMs: 30 },
        { from: 4, to: 8, startMs: 40, endMs: 80 },
      ],
    });
    expect(test.events).toContainEqual({ kind: 'mark', utterance, chars: 8 });
  });

  it('joins the rounds of a reply by a space', () => {
    const test = createHarness({ accepts: 'tokens' });
    test.reply(started(), text('Let me see.'), text('It is', 1), text(' seven.', 1), ended());
    expect(texts(test)).toEqual(['Let me see.', ' It is', ' seven.']);
  });

  it.each([
    ['One. ', 'Two.', ['One. ', 'Two.']],
    ['One.', '\nTwo.', ['One.', '\nTwo.']],
    ['', 'Two.', ['Two.']],
  ])('where there is one it adds none: %j, %j', (first, second, handed) => {
    const test = createHarness({ accepts: 'tokens' });
    test.reply(started(), text(first), text(second, 1), ended());
    expect(texts(test)).toEqual(handed);
  });

  it.each([
    ['nothing', []],
    ['white space', [text(' \n')]],
  ])('emits nothing for a reply of %s', (_, events) => {
    const test = createHarness();
    test.reply(started(), ...events, round(), ended());
    expect([test.log, test.tts.utterances]).toEqual([[], []]);
  });

  it('begins with the first word that is to be spoken, the white space before it included', () => {
    const test = createHarness({ accepts: 'tokens' });
    test.reply(started(), text(' '), text('One.'), ended());
    expect(texts(test)).toEqual([' One.']);
  });
});

describe('a reply that stalls', () => {
  it.each([
    [999, []],
    [1000, ['Let me look that ']],
    [1001, ['Let me look that ']],
  ])('for %i ms is spoken up to its last whole word', (ms, handed) => {
    const test = createHarness();
    test.reply(started(), text('Let me look that u'));
    test.clock.flush(ms);
    expect(texts(test)).toEqual(handed);
  });

  it('may stall for as long as it is given', () => {
    const test = createHarness({}, { stallMs: 50 });
    test.reply(started(), text('Let me '));
    test.clock.flush(50);
    expect(texts(test)).toEqual(['Let me ']);
  });
});

describe('a round that calls functions', () => {
  const calls = [{ id: 'c1', type: 'function' as const, function: { name: 'time', arguments: '{}' } }];

  it('is spoken to its end at once, without waiting for the results', () => {
    const test = createHarness();
    test.reply(started(), text('Let me see'), { kind: 'round', turn: 0, round: 0, calls });
    expect(texts(test)).toEqual(['Let me see']);
    test.reply(text('It is seven.', 1), text(' Bye', 1), round(1), ended());
    expect(texts(test)).toEqual(['Let me see', ' It is seven. ', 'Bye']);
    expect(ends(test)).toEqual(['u0.0 complete']);
  });

  it('that has failed, too', () => {
    const test = createHarness();
    test.reply(started(), text('Let me see'), { kind: 'round', turn: 0, round: 0, calls }, ended('failed'));
    expect([texts(test), ends(test)]).toEqual([['Let me see'], ['u0.0 complete']]);
  });

  it('and is resumed goes on with what is left of it', () => {
    const test = createHarness();
    test.reply(started(), text('One. Two'), { kind: 'round', turn: 0, round: 0, calls }, text('Three', 1));
    test.cut.next({ utterance });
    test.resume.next({ turn: 0, heardChars: 5 });
    test.reply(text('. Four', 1), ended());
    expect(test.tts.utterances.at(-1)?.text).toBe('Two Three. Four');
  });
});

describe('the end of a reply', () => {
  it.each(['interrupted', 'superseded'] as const)('%s: its synthesis is cancelled at once', (reason) => {
    const test = createHarness({ firstAudioMs: 100 });
    test.reply(started(), text('One. Two'), ended(reason));
    test.clock.flush();
    expect(test.log).toEqual(['0 u0.0 started', '0 text "One. "', `0 u0.0 ${reason}`]);
    expect([test.tts.utterances[0]?.ended, test.ledger.open()]).toEqual(['cancelled', {}]);
  });

  it('complete: all of it is spoken, however long that takes', () => {
    const test = createHarness({ speed: 1 });
    test.reply(started(), text('One. Two.'), ended());
    test.clock.flush();
    expect(test.log.slice(-3)).toEqual(['50 audio 40', '90 mark 9', '90 u0.0 complete']);
  });

  it('failed: whole sentences are spoken, a fragment that the TTS never got is dropped', () => {
    const test = createHarness({ speed: 1 });
    test.reply(started(), text('One. Two. Thr'), ended('failed'));
    test.clock.flush();
    expect(texts(test)).toEqual(['One. ', 'Two. ']);
    expect(ends(test)).toEqual(['u0.0 complete']);
    expect(test.tts.utterances).toEqual([{ text: 'One. Two. ', ended: 'complete' }]);
  });

  it('failed: a last sentence that is whole is spoken', () => {
    const test = createHarness();
    test.reply(started(), text('One. Two.'), ended('failed'));
    expect(texts(test)).toEqual(['One. ', 'Two.']);
  });

  it('failed: a TTS that accepts tokens speaks what it has got', () => {
    const test = createHarness({ accepts: 'tokens' });
    test.reply(started(), text('One. Thr'), ended('failed'));
    expect([texts(test), ends(test)]).toEqual([['One. Thr'], ['u0.0 complete']]);
  });

  it('failed with a fragment only: nothing is spoken', () => {
    const test = createHarness();
    test.reply(started(), text('Thr'), ended('failed'));
    expect(test.log).toEqual(['0 u0.0 started', '0 u0.0 complete']);
  });
});

describe('the next reply', () => {
  it('ends the speech of the one before, and nothing more of it is emitted', () => {
    const test = createHarness({ firstAudioMs: 100 });
    test.reply(started(), text('One. Two'), started(1), text('Three.', 0, 1), ended('complete', 1));
    test.clock.flush();
    expect(test.log).toEqual([
      '0 u0.0 started',
      '0 text "One. "',
      '0 u0.0 superseded',
      '0 u1.0 started',
      '0 text "Three."',
      '100 audio 60',
      '100 mark 6',
      '100 u1.0 complete',
    ]);
    expect(test.tts.utterances.map((asked) => asked.ended)).toEqual(['cancelled', 'complete']);
  });

  it('ends also what a reply that is complete still speaks', () => {
    const test = createHarness({ speed: 1 });
    test.reply(started(), text('One.'), ended(), started(1));
    expect(ends(test)).toEqual(['u0.0 superseded']);
  });

  it('makes text of the one before come too late', () => {
    const test = createHarness();
    test.reply(started(), started(1), text('One.'), ended());
    expect(test.log).toEqual([]);
  });
});

describe('a cut', () => {
  it('cancels the synthesis at once; what the reply generates afterwards is not spoken', () => {
    const test = createHarness({ firstAudioMs: 100 });
    test.reply(started(), text('One. Two'));
    test.cut.next({ utterance });
    test.reply(text('. Three. Four.'), ended());
    test.clock.flush();
    expect(test.log).toEqual(['0 u0.0 started', '0 text "One. "', '0 u0.0 interrupted']);
    expect([test.tts.utterances[0]?.ended, test.clock.pending]).toEqual(['cancelled', 0]);
  });

  it('of another utterance does not concern it', () => {
    const test = createHarness();
    test.reply(started(), text('One.'));
    test.cut.next({ utterance: 'u0.1' });
    test.reply(ended());
    expect(ends(test)).toEqual(['u0.0 complete']);
  });
});
