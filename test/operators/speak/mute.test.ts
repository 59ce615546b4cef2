import { EMPTY, map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { ended, started, text } from '../llmTurn/score.ts';
import { createHarness, createManualTts, ends, texts } from './score.ts';

/** Its text is marked in the instant of its arrival, without audio. */
const MUTE = { msPerChar: 0 };
const REPORT = [{ code: 'provider_failed', details: { provider: 'tts-double', turn: 0 } }];

describe('text with words for which the TTS brings no audio', () => {
  it('is reported once, and the speech goes on', () => {
    const test = createHarness(MUTE);
    test.reply(started(), text('One. Two. Three'));
    expect(test.reported).toMatchObject(REPORT);
    test.reply(ended());
    expect([texts(test), ends(test)]).toEqual([['One. ', 'Two. ', 'Three'], ['u0.0 complete']]);
    expect(test.reported).toHaveLength(1);
    expect(test.reported[0]?.details.failure).toBeUndefined();
  });

  it('is reported when the TTS completes without a mark', () => {
    const test = createHarness({}, { tts: { ...createManualTts(), synthesize: () => EMPTY } });
    test.reply(started(), text('One.'));
    expect(test.reported).toEqual([]);
    test.reply(ended());
    expect(test.reported).toMatchObject([{ code: 'provider_failed', details: { provider: 'test', turn: 0 } }]);
    expect(ends(test)).toEqual(['u0.0 complete']);
  });

  it('is reported although earlier text had audio, and later sentences are spoken', () => {
    const tts = createManualTts();
    const test = createHarness({}, { tts });
    test.reply(started(), text('One. '));
    tts.audio(100);
    tts.mark(5);
    test.reply(text('Two. '));
    expect(test.reported).toEqual([]);
    tts.mark(10);
    expect(test.reported).toHaveLength(1);
    test.reply(text('Three.'));
    tts.audio(100);
    tts.mark(16);
    expect(test.log.slice(-2)).toEqual(['0 audio 100', '0 mark 16']);
    expect(test.reported).toHaveLength(1);
  });

  it('is reported again for the next utterance', () => {
    const test = createHarness(MUTE);
    test.reply(started(), text('One.'), ended(), started(1), text('Two.', 0, 1), ended('complete', 1));
    expect(test.reported.map(({ details }) => details.turn)).toEqual([0, 1]);
  });
});

describe('nothing is reported', () => {
  it.each(['...', ' — ', '👋', '€'])('of text without words, which begins no utterance: %s', (wordless) => {
    const test = createHarness({ ...MUTE, accepts: 'tokens' });
    test.reply(started(), text(wordless), ended());
    expect([test.reported, ends(test)]).toEqual([[], []]);
  });

  it('of markup without words', () => {
    const test = createHarness({ ...MUTE, accepts: 'tokens' });
    test.reply(started(), text('<break time="1s"/>'), ended());
    expect([test.reported, ends(test)]).toEqual([[], ['u0.0 complete']]);
  });

  it('where marks come behind audio of all their text', () => {
    const tts = createManualTts();
    const test = createHarness({}, { tts });
    test.reply(started(), text('One. '), text('Two. '), text('Three.'), ended());
    tts.audio(100);
    for (const chars of [5, 10, 16]) tts.mark(chars);
    tts.output.complete();
    expect([test.reported, ends(test)]).toEqual([[], ['u0.0 complete']]);
  });

  it('where audio comes and no mark does', () => {
    const tts = createManualTts();
    const synthesize = (): typeof tts.output => tts.output;
    const test = createHarness({}, { tts: { ...tts, synthesize: () => synthesize().pipe(map((event) => event)) } });
    test.reply(started(), text('One.'), ended());
    tts.audio(100);
    tts.output.complete();
    expect([test.reported, ends(test)]).toEqual([[], ['u0.0 complete']]);
  });

  it('of an utterance that is cut before its audio', () => {
    const test = createHarness({ firstAudioMs: 100 });
    test.reply(started(), text('One.'));
    test.cut.next({ utterance: 'u0.0' });
    test.clock.flush();
    expect(test.reported).toEqual([]);
  });
});
