import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../../src/core/turn.ts';
import type { SpeakOptions } from '../../../operators/speak/speakOptions.ts';
import type { TtsDoubleOptions } from '../../../src/testing/doubles/tts.ts';
import { ended, started, text } from '../llmTurn/score.ts';
import { createHarness, texts, type Harness } from './score.ts';

const filler = (delta: string): TurnEvent => ({ kind: 'text', turn: 0, round: -1, delta, filler: true });

interface FillerHarness extends Harness {
  /** Sends all audio so far to the user. */
  send(): void;
}

/** A character is 10 ms of audio. */
function create(ttsOptions: TtsDoubleOptions = {}, options: Partial<SpeakOptions> = {}): FillerHarness {
  const sent = new Subject<{ readonly utterance: string; readonly samples: number }>();
  const test = createHarness({ timings: true, ...ttsOptions }, { sent, ...options });
  const send = (): void => {
    const audio = test.events.flatMap((event) => (event.kind === 'audio' ? [event.frame.samples.length] : []));
    const samples = audio.reduce((sum, count) => sum + count, 0);
    sent.next({ utterance: test.events.findLast((event) => event.kind === 'audio')?.utterance ?? '', samples });
  };
  return { ...test, send };
}

describe('a filler', () => {
  it('is emitted word by word, each when what came before it was sent', () => {
    const test = create();
    test.reply(started(), filler('One moment, please.'));
    expect(texts(test)).toEqual(['One']);
    test.send();
    expect(texts(test)).toEqual(['One', ' moment,']);
    test.send();
    test.send();
    expect(texts(test).join('')).toBe('One moment, please.');
    expect(test.log).toEqual([
      '0 u0.0 started',
      '0 text "One"',
      '0 words 1',
      '0 audio 30',
      '0 mark 3',
      '0 text " moment,"',
      '0 words 1',
      '0 audio 80',
      '0 mark 11',
      '0 text " please."',
      '0 words 1',
      '0 audio 80',
      '0 mark 19',
    ]);
  });

  it('is left at the end of a word when the text behind it has audio', () => {
    const test = create({ utterances: [{}, { firstAudioMs: 50 }] });
    test.reply(started(), filler('One moment, please.'), text('Two left.'), ended());
    expect(texts(test)).toEqual(['One']);
    test.clock.flush();
    expect(texts(test)).toEqual(['One', ' Two left.']);
    expect(test.log.at(-1)).toBe('50 u0.0 complete');
    expect(test.tts.utterances).toEqual([
      { text: 'One moment, please.', ended: 'complete' },
      { text: ' Two left.', ended: 'complete' },
    ]);
  });

  it('has the words and marks behind it at their places', () => {
    const test = create();
    test.reply(started(), filler('One moment.'), text('Two left.'), ended());
    const [, word] = test.events.flatMap((event) => (event.kind === 'words' ? [event.words] : []));
    expect(word).toEqual([
      { from: 4, to: 7, startMs: 40, endMs: 70 },
      { from: 8, to: 13, startMs: 80, endMs: 130 },
    ]);
    expect(test.log).toContain('0 mark 13');
  });

  it('is cancelled with its synthesis', () => {
    const test = create({ speed: 1, utterances: [{}, { speed: Number.POSITIVE_INFINITY }] });
    test.reply(started(), filler('One moment.'), text('Two.'), ended());
    expect(test.tts.utterances.map((asked) => asked.ended)).toEqual(['cancelled', 'complete']);
    expect(texts(test)).toEqual(['One', ' Two.']);
    test.clock.flush();
    expect(test.ledger.open()).toEqual({});
  });

  it('waits for the text before it, and is dropped whole if the text behind it is quicker', () => {
    const test = create();
    const round: TurnEvent = { kind: 'round', turn: 0, round: 0, calls: [] };
    test.reply(started(), text('I see.'), round, filler('One moment.'));
    expect(texts(test)).toEqual(['I see.']);
    test.reply(text('Two.', 1), ended());
    expect(texts(test)).toEqual(['I see.', ' Two.']);
  });

  it('is emitted as it is synthesised if nobody says what was sent', () => {
    const test = createHarness({ timings: true });
    test.reply(started(), filler('One moment.'), text('Two.'), ended());
    expect(texts(test).join('')).toBe('One moment. Two.');
  });

  it('does not begin while no audio may begin', () => {
    const open = new Subject<boolean>();
    const test = create({}, { open });
    test.reply(started());
    test.reply(filler('One moment.'));
    expect(texts(test)).toEqual(['One']);
    const held = create({}, { open: new Subject<boolean>() });
    expect(texts(held)).toEqual([]);
  });

  it('costs only itself if it fails', () => {
    const test = create({ utterances: [{ failAfterChars: 5 }, {}] });
    test.reply(started(), filler('One moment, please.'));
    test.send();
    test.reply(text('Two.'), ended());
    expect(test.reported.map(({ code }) => code)).toEqual(['provider_failed']);
    expect(texts(test).at(-1)).toBe(' Two.');
    expect(test.log.at(-1)).toBe('0 u0.0 complete');
  });

  it('is emitted to its end when no text follows', () => {
    const test = create();
    test.reply(started(), filler('One moment, please.'), ended());
    expect(texts(test).join('')).toBe('One moment, please.');
    expect(test.log.at(-1)).toBe('0 u0.0 complete');
  });

  it('without timings goes word by word, at silences', () => {
    const test = create({ timings: false, msPerChar: 60 });
    test.reply(started(), filler('One moment.'));
    expect(test.log).toEqual(['0 u0.0 started', '0 text "One"', '0 audio 180', '0 mark 3']);
  });

  it('with a text for the ear keeps what is spoken for a word together', () => {
    const test = create({}, { spoken: { dictionary: { Dr: 'doctor' } } });
    test.reply(started(), filler('Dr Who looks.'), text('Two.'), ended());
    const first = test.events.find((event) => event.kind === 'text');
    expect(first).toMatchObject({ text: 'Dr', spoken: [{ text: 'Dr', spoken: 'doctor' }] });
    expect(texts(test)).toEqual(['Dr', ' Two.']);
  });

  it('that was cut is taken up, unless the answer has come', () => {
    const test = create();
    test.reply(started(), filler('One moment, please.'));
    test.cut.next({ utterance: 'u0.0' });
    test.resume.next({ turn: 0, heardChars: 0 });
    expect(texts(test)).toEqual(['One', 'One']);
    test.cut.next({ utterance: 'u0.1' });
    test.reply(text('Two left.'));
    test.resume.next({ turn: 0, heardChars: 'One'.length });
    test.reply(ended());
    expect(test.tts.utterances.at(-1)?.text).toBe(' Two left.');
    expect(test.events.findLast((event) => event.kind === 'started')).toEqual({
      kind: 'started',
      turn: 0,
      utterance: 'u0.2',
    });
  });

  it('that was left in part does not move the place at which a reply is taken up', () => {
    const test = create();
    test.reply(started(), filler('One moment, please.'), text('Two left. Three more.'), ended());
    expect(texts(test).join('')).toBe('One Two left. Three more.');
    test.resume.next({ turn: 0, heardChars: 'One Two left. '.length });
    expect(test.tts.utterances.at(-1)?.text).toBe('Three more.');
  });
});
