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
      const transcript = hot('  --i----', { i: interim('stop') });
      const speech = hot('      -a---b-', { a: voicedWindow(64), b: voicedWindow(96) });
      const interrupts = '      --p----';

      const interrupted = speech.pipe(interruption({ agentAudible, transcript, phrases }));
      expectObservable(interrupted).toBe(interrupts, { p: { segment: 0, voicedMs: 64, words: 1 } });
    }));

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
    expect(over([...windows('vv'), interim('stop')], options)).toHaveLength(1);
  });

  it('interrupts although it is a backchannel, too', () => {
    const both = createPhrases({ backchannels: ['okay'], interruptPhrases: ['okay'] });
    expect(over([...windows('vv'), interim('okay')], { phrases: both })).toHaveLength(1);
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
