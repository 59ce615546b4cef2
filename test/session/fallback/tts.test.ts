import { describe, expect, test } from 'vitest';
import { createOpenText, createTtsRig, speakText } from './ttsRig.ts';

const TEXT = 'Your table is booked. ';
const BOTH = [TEXT, 'It is for two.'];

describe('an utterance', () => {
  test('is spoken by the first voice', async () => {
    const { clock, tts, voices } = createTtsRig([{}, {}]);
    const utterance = speakText(tts, BOTH);
    await clock.advance(100);
    expect(utterance.heard()).toBe(BOTH.join(''));
    expect([utterance.served(), utterance.reported(), utterance.end()]).toEqual([['a'], [], 'complete']);
    expect(voices[1]?.utterances).toEqual([]);
  });

  test('is spoken by the second voice, when the first refuses', async () => {
    const { clock, tts } = createTtsRig([{ failAfterChars: 0 }, {}]);
    const utterance = speakText(tts, BOTH);
    await clock.advance(100);
    expect(utterance.heard()).toBe(BOTH.join(''));
    expect([utterance.served(), utterance.reported(), utterance.end()]).toEqual([['b'], ['a'], 'complete']);
  });

  test('goes on with the next word, when the first voice breaks off between two', async () => {
    const { clock, tts, voices } = createTtsRig([{ failAfterChars: 10 }, {}]);
    const utterance = speakText(tts, BOTH);
    await clock.advance(100);
    expect(utterance.heard()).toBe(BOTH.join(''));
    expect(voices[1]?.utterances[0]?.text).toBe(' is booked. It is for two.');
    expect(utterance.served()).toEqual(['a', 'b']);
  });

  test('goes on with the word in which the first voice breaks off', async () => {
    const { clock, tts, voices } = createTtsRig([{ failAfterChars: 12 }, {}]);
    speakText(tts, BOTH);
    await clock.advance(100);
    expect(voices[1]?.utterances[0]?.text).toBe(' is booked. It is for two.');
  });

  test('has each word once, where its audio is, and marks where the voice changes', async () => {
    const { clock, tts } = createTtsRig([{ failAfterChars: 10 }, {}]);
    const utterance = speakText(tts, BOTH);
    await clock.advance(100);
    const words = [...BOTH.join('').matchAll(/\S+/gu)].map(({ 0: word, index: at }) => [at, at + word.length]);
    expect(utterance.words().map(({ from, to }) => [from, to])).toEqual(words);
    expect(utterance.words().map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
      words.map(([from = 0, to = 0]) => [from * 60, to * 60]),
    );
    expect(utterance.marks()).toEqual([10, 22, 36]);
  });

  test('goes on where it is estimated to be, from a voice that times no words', async () => {
    const { clock, tts, voices } = createTtsRig([{ failAfterChars: 12, timings: false }, { timings: false }]);
    speakText(tts, BOTH);
    await clock.advance(100);
    expect(voices[1]?.utterances[0]?.text).toBe(' is booked. It is for two.');
  });

  test('is not spoken again where it is marked', async () => {
    const { clock, tts, voices } = createTtsRig([{ failAfterChars: TEXT.length + 1, timings: false }, {}]);
    const utterance = speakText(tts, BOTH);
    await clock.advance(100);
    expect(voices[1]?.utterances[0]?.text).toBe('It is for two.');
    expect(utterance.marks()).toEqual([22, 36]);
  });

  test('is over, when the first voice breaks off behind its last word', async () => {
    const { clock, tts, voices } = createTtsRig([{ failAfterChars: TEXT.length - 1 }, {}]);
    const utterance = speakText(tts, [TEXT]);
    await clock.advance(100);
    expect([utterance.end(), utterance.marks(), voices[1]?.utterances]).toEqual(['complete', [21, 22], []]);
  });

  test('gets the text that comes later, too', async () => {
    const { clock, tts } = createTtsRig([{ failAfterChars: 10 }, {}]);
    const text = createOpenText();
    const utterance = speakText(tts, text);
    text.next(TEXT);
    await clock.advance(500);
    text.next('It is for two.');
    text.complete();
    await clock.advance(1000);
    expect([utterance.heard(), utterance.end()]).toEqual([BOTH.join(''), 'complete']);
  });

  test('fails with the error of the last voice, when all fail', async () => {
    const { clock, tts } = createTtsRig([{ failAfterChars: 4 }, { failAfterChars: 6 }]);
    const utterance = speakText(tts, BOTH);
    await clock.advance(100);
    expect(utterance.heard()).toBe('Your table');
    expect(utterance.end()).toBe('the TTS double fails, as configured');
    expect(utterance.reported()).toEqual(['a']);
  });

  test('is cancelled at once, with every voice', async () => {
    const { clock, tts, voices } = createTtsRig([{ firstAudioMs: 500 }, { firstAudioMs: 500 }], {
      hedge: { afterMs: 100 },
    });
    const utterance = speakText(tts, BOTH);
    await clock.advance(200);
    utterance.stop();
    expect(voices.map(({ utterances }) => utterances.map(({ ended }) => ended))).toEqual([
      ['cancelled'],
      ['cancelled'],
    ]);
    await clock.advance(5000);
    expect(utterance.heard()).toBe('');
  });
});

describe('a voice that is slow', () => {
  const slow = (firstAudioMs: number) => createTtsRig([{ firstAudioMs }, {}]);

  test('is replaced 2 s after the text, not before', async () => {
    const intime = slow(1999);
    const late = slow(2001);
    const [first, second] = [speakText(intime.tts, BOTH), speakText(late.tts, BOTH)];
    await Promise.all([intime.clock.advance(3000), late.clock.advance(3000)]);
    expect([first.served(), second.served()]).toEqual([['a'], ['b']]);
    expect(second.heard()).toBe(BOTH.join(''));
  });

  test('is replaced, when it stalls for 1 s after its audio has been played', async () => {
    const { clock, tts } = createTtsRig([{ stallAfterChars: 10 }, {}]);
    const utterance = speakText(tts, BOTH);
    await clock.advance(1599);
    expect(utterance.served()).toEqual(['a']);
    await clock.advance(2);
    expect([utterance.served(), utterance.heard()]).toEqual([['a', 'b'], BOTH.join('')]);
  });

  test('is not one that waits for the end of a sentence, while the model writes slowly', async () => {
    const { clock, tts } = createTtsRig([{ accepts: 'tokens', bySentence: true }, { accepts: 'tokens' }]);
    const text = createOpenText();
    const utterance = speakText(tts, text);
    for (const word of ['Well, ', 'I ', 'think ', 'it ', 'is ', 'for ', 'two. ']) {
      text.next(word);
      await clock.advance(900);
    }
    expect([utterance.served(), utterance.heard()]).toEqual([['a'], 'Well, I think it is for two. ']);
    text.complete();
  });

  test('is replaced 2 s after the end of a sentence, although the model writes on', async () => {
    const { clock, tts } = createTtsRig([{ accepts: 'tokens', firstAudioMs: 9000 }, { accepts: 'tokens' }]);
    const text = createOpenText();
    const utterance = speakText(tts, text);
    for (const word of ['Well, ', 'yes. ', 'It ', 'is ', 'for ']) {
      text.next(word);
      await clock.advance(480);
    }
    await clock.advance(79);
    expect(utterance.served()).toEqual([]);
    await clock.advance(1);
    expect(utterance.served()).toEqual(['b']);
    utterance.stop();
  });

  test('is waited for as long as the session does, when it is the last', async () => {
    const { clock, tts } = createTtsRig([{ firstAudioMs: 2500 }, { firstAudioMs: 60_000 }]);
    const utterance = speakText(tts, BOTH);
    await clock.advance(59_000);
    expect(utterance.end()).toBe('open');
    utterance.stop();
  });
});

describe('a voice that has failed', () => {
  test('is asked after the others for a minute, then first again', async () => {
    const rig = createTtsRig([{ utterances: [{ failAfterChars: 0 }] }, {}]);
    const served = async (): Promise<readonly string[]> => {
      const utterance = speakText(rig.tts, [TEXT]);
      await rig.clock.advance(10);
      return utterance.served();
    };
    expect(await served()).toEqual(['b']);
    await rig.clock.advance(59_900);
    expect(await served()).toEqual(['b']);
    await rig.clock.advance(100);
    expect(await served()).toEqual(['a']);
  });

  test('is asked again, when the others fail, too', async () => {
    const { clock, tts } = createTtsRig([
      { utterances: [{ failAfterChars: 0 }] },
      { utterances: [{}, { failAfterChars: 0 }] },
    ]);
    speakText(tts, [TEXT]);
    await clock.advance(10);
    const second = speakText(tts, [TEXT]);
    await clock.advance(10);
    expect([second.served(), second.heard()]).toEqual([['a'], TEXT]);
  });
});

describe('hedging', () => {
  test('asks the second voice, too, and uses the first to answer; both are counted', async () => {
    const { clock, tts, voices } = createTtsRig([{ firstAudioMs: 900 }, { firstAudioMs: 100 }], {
      hedge: { afterMs: 300 },
    });
    const utterance = speakText(tts, [TEXT]);
    await clock.advance(299);
    expect(voices[1]?.utterances).toEqual([]);
    await clock.advance(1000);
    expect([utterance.heard(), utterance.served(), utterance.reported()]).toEqual([TEXT, ['b'], []]);
    expect(voices[0]?.utterances[0]?.ended).toBe('cancelled');
    expect(utterance.used()).toEqual({ a: TEXT.length, b: TEXT.length });
  });

  test('does not ask the second voice, when the first answers before', async () => {
    const { clock, tts, voices } = createTtsRig([{ firstAudioMs: 299 }, {}], { hedge: { afterMs: 300 } });
    speakText(tts, [TEXT]);
    await clock.advance(1000);
    expect(voices[1]?.utterances).toEqual([]);
  });

  test('begins at the 95th percentile of the voice itself, once 20 utterances are known', async () => {
    const usual = Array.from({ length: 20 }, (_, n) => ({ firstAudioMs: 10 * (n + 1) }));
    const { clock, tts, voices } = createTtsRig([{ utterances: [...usual, { firstAudioMs: 1500 }] }, {}], {
      hedge: true,
    });
    for (const _ of usual) {
      speakText(tts, [TEXT]);
      await clock.advance(1000);
    }
    expect(voices[1]?.utterances).toEqual([]);
    const slow = speakText(tts, [TEXT]);
    await clock.advance(189);
    expect(slow.served()).toEqual([]);
    await clock.advance(2);
    expect(slow.served()).toEqual(['b']);
  });

  test('leaves a voice that was only slower where it is', async () => {
    const { clock, tts } = createTtsRig([{ utterances: [{ firstAudioMs: 900 }] }, {}], { hedge: { afterMs: 300 } });
    speakText(tts, [TEXT]);
    await clock.advance(1000);
    const next = speakText(tts, [TEXT]);
    await clock.advance(10);
    expect(next.served()).toEqual(['a']);
  });
});

describe('voices that differ', () => {
  test('have the rate of the first', async () => {
    const { clock, tts } = createTtsRig([{ failAfterChars: 0, sampleRate: 16_000 }, { sampleRate: 24_000 }]);
    const utterance = speakText(tts, [TEXT]);
    await clock.advance(10);
    const frames = utterance.events.flatMap((event) => (event.kind === 'audio' ? [event.frame] : []));
    expect(new Set(frames.map(({ sampleRate }) => sampleRate))).toEqual(new Set([16_000]));
    expect(frames.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(TEXT.length * 960);
  });

  test('get whole sentences, if they need them and the first does not', async () => {
    const { clock, tts, voices } = createTtsRig([{ failAfterChars: 0, accepts: 'tokens' }, { accepts: 'sentences' }]);
    expect(tts.accepts).toBe('tokens');
    const utterance = speakText(tts, ['Your ', 'table ', 'is booked. ', 'It is ', 'for two.']);
    await clock.advance(10);
    expect(voices[1]?.utterances[0]?.text).toBe(BOTH.join(''));
    expect(utterance.marks()).toEqual([22, 36]);
  });
});
