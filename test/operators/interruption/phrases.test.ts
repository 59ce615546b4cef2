import { describe, expect, it } from 'vitest';
import { interruption } from '../../../operators/interruption.ts';
import { createPhrases } from '../../../src/core/phrases/createPhrases.ts';
import { voicedWindow } from '../../../src/testing/fixtures.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { flags } from '../../support/letters.ts';
import { across, ended, final, interim, over, windows } from './score.ts';

const phrases = createPhrases({ languages: ['en'], interruptPhrases: ['stop', 'hold on'] });

describe('an interrupt phrase', () => {
  it('interrupts as soon as it comes', () =>
    marbles(({ hot, expectObservable }) => {
      const agentAudible = hot('t------', flags);
      const transcript = hot('  --i----', { i: interim('hold on') });
      const speech = hot('      -a---b-', { a: voicedWindow(256), b: voicedWindow(288) });
      const interrupts = '      --p----';

      const interrupted = speech.pipe(interruption({ agentAudible, transcript, phrases }));
      expectObservable(interrupted).toBe(interrupts, { p: { segment: 0, voicedMs: 256, words: 1 } });
    }));

  it.each([
    ['7 windows, 224 ms', 7, []],
    ['8 windows, 256 ms', 8, [8]],
    ['9 windows, 288 ms', 9, [9]],
  ])('needs a quarter of a second of voice: %s', (_, count, at) => {
    expect(over([...windows('v'.repeat(count)), final('stop')], { phrases }).map((one) => one.at)).toEqual(at);
  });

  it('interrupts when the voice of its segment has come, too, also behind a pause', () => {
    const [before, behind] = [windows('vvvv'), windows(`vvvv${'.'.repeat(8)}vvvv`).slice(4)];
    expect(over([...before, final('stop'), ...behind], { phrases }).map(({ at }) => at)).toEqual([16]);
  });

  it('needs the voice of its own segment', () => {
    const cough = [...windows('v'.repeat(8)), ended()];
    expect(over([...cough, ...windows('vv', 1, 1000), final('stop', 1)], { phrases })).toEqual([]);
  });

  it.each([
    ['stop', 1],
    ['hold on please', 1],
    ['yeah hold on', 1],
    ['stop by on Sunday', 0],
    ['no problem', 0],
    ['yeah', 0],
  ])('"%s" of 0.4 s: %i interruptions', (text, times) => {
    expect(over([...windows('v'.repeat(13)), ended(), final(text)], { phrases })).toHaveLength(times);
  });

  it('needs none of both thresholds', () => {
    const options = { phrases, minSpeechMs: 2000, minWords: 5 };
    expect(over([...windows('v'.repeat(8)), final('stop')], options)).toHaveLength(1);
  });

  it('interrupts although it is a backchannel, too', () => {
    const both = createPhrases({ backchannels: ['okay'], interruptPhrases: ['okay'] });
    expect(over([...windows('v'.repeat(8)), final('okay')], { phrases: both })).toHaveLength(1);
  });

  it('never interrupts where interruptions are not allowed', () => {
    expect(over([...windows('v'.repeat(13)), final('stop')], { phrases, allow: false })).toEqual([]);
  });

  it('does not interrupt a speech that begins behind it', () => {
    expect(across([...windows('v'.repeat(13)), ended()], [final('stop')], { phrases })).toEqual([]);
  });

  it('is none by default', () => {
    expect(over([...windows('v'.repeat(13)), final('stop')])).toEqual([]);
  });
});

describe('a word that is a phrase alone, and no final yet,', () => {
  const SAID = [...windows('v'.repeat(8)), interim('stop')];
  const behind = (letters: string) => windows('v'.repeat(8) + letters).slice(8);

  it.each([
    ['a pause of one window', '.v', []],
    ['a pause of two windows', '..v', [10]],
  ])('interrupts behind %s', (_, letters, at) => {
    expect(over([...SAID, ...behind(letters)], { phrases }).map((one) => one.at)).toEqual(at);
  });

  it.each([
    ['7 windows', 7, []],
    ['8 windows', 8, [16]],
    ['9 windows', 9, [16]],
  ])('or while the voice goes on, when the next word would be known: %s', (_, count, at) => {
    const options = { phrases, minSpeechMs: 2000 };
    expect(over([...SAID, ...behind('v'.repeat(count))], options).map((one) => one.at)).toEqual(at);
  });

  it('does not interrupt if a further word makes it no phrase', () => {
    const further = behind('vvvv..');
    const events = [...SAID, ...further.slice(0, 3), interim('stop by'), ...further.slice(3)];
    expect(over(events, { phrases })).toEqual([]);
  });

  it('interrupts once for all interims that repeat it, and again with its final', () => {
    const events = [...SAID, ...behind('..'), interim('stop'), ...behind('....').slice(2), final('stop')];
    expect(over(events, { phrases }).map(({ at }) => at)).toEqual([10, 14]);
  });
});
