import { describe, expect, it } from 'vitest';
import { interruption } from '../../../operators/interruption.ts';
import { createPhrases } from '../../../src/core/phrases/createPhrases.ts';
import { interruptions, voicedWindow } from '../../../src/testing/fixtures.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { flags } from '../../support/letters.ts';
import { across, ended, final, interim, over, windows } from './score.ts';

const phrases = createPhrases({ backchannels: ['yeah', 'okay', 'right'] });

/** `count` voiced windows of one segment, beginning with the one at index `from`. */
const voiced = (count: number, from = 0) => windows('v'.repeat(from + count)).slice(from);

describe('while the words of a segment are a backchannel, voice', () => {
  it('counts from their latest interim', () =>
    marbles(({ hot, expectObservable }) => {
      const voice = { a: voicedWindow(320), b: voicedWindow(512), c: voicedWindow(800), d: voicedWindow(832) };
      const agentAudible = hot('t---------', flags);
      const transcript = hot('  ---y------', { y: interim('yeah') });
      const speech = hot('      --a-b-c-d-', voice);
      const interrupts = '      --------v-';

      const interrupted = speech.pipe(interruption({ agentAudible, transcript, phrases }));
      expectObservable(interrupted).toBe(interrupts, interruptions);
    }));

  it.each([
    [15, []],
    [16, [27]],
    [17, [27]],
  ])('interrupts with %i further windows at %j', (count, at) => {
    const events = [...voiced(10), interim('yeah'), ...voiced(count, 10)];
    expect(over(events, { phrases }).map((one) => one.at + 1)).toEqual(at);
  });

  it('counts anew with each interim, also with the same', () => {
    const events = [
      ...voiced(10),
      interim('yeah'),
      ...voiced(15, 10),
      interim('yeah'),
      ...voiced(15, 25),
      interim('yeah okay'),
      ...voiced(15, 40),
    ];
    expect(over(events, { phrases })).toEqual([]);
  });

  it('counts anew with a final', () => {
    const events = [...voiced(10), final('yeah'), ...voiced(15, 10), final('right'), ...voiced(15, 25)];
    expect(over(events, { phrases })).toEqual([]);
  });

  it('counts anew also where enough was voiced before the agent was audible', () => {
    expect(across(voiced(16), [interim('yeah'), ...voiced(15, 16)], { phrases })).toEqual([]);
  });

  it('is reset by pauses as ever', () => {
    const events = [...voiced(10), interim('yeah'), ...windows(`${'v'.repeat(20)}.....${'v'.repeat(15)}`).slice(10)];
    expect(over(events, { phrases })).toEqual([]);
  });
});

describe('a backchannel', () => {
  it('interrupts no more from the interim on that goes beyond it', () => {
    const events = [...voiced(10), interim('yeah'), ...voiced(10, 10), interim('yeah but')];
    expect(over(events, { phrases })).toEqual([{ at: 21, by: { segment: 0, voicedMs: 640, words: 2 } }]);
  });

  it('is one again if an interim takes words back', () => {
    const events = [...voiced(8), interim('yeah but'), ...voiced(7, 8), interim('yeah'), ...voiced(15, 15)];
    expect(over(events, { phrases })).toEqual([]);
  });

  it('never interrupts by itself, however late its final comes', () => {
    expect(over([...voiced(15), ended(), final('okay')], { phrases })).toEqual([]);
    expect(over([...voiced(1), final('okay')], { phrases, minSpeechMs: 0 }).map(({ at }) => at)).toEqual([0]);
  });

  it('does not count as words', () => {
    const events = [...voiced(16), interim('yeah okay')];
    expect(over(events, { phrases, minWords: 2 })).toEqual([]);
    expect(over([...events, interim('yeah okay but')], { phrases, minWords: 3 })).toHaveLength(1);
  });

  it('does not add to words of another segment', () => {
    const events = [...voiced(10), final('okay'), ended(), ...windows('v'.repeat(10), 1, 1000), final('wait', 1)];
    expect(over(events, { phrases })).toEqual([]);
    expect(over(events, { phrases, minWords: 2, minSpeechMs: 0 })).toEqual([]);
  });

  it('is none without lists', () => {
    const events = [...voiced(10), interim('yeah'), ...voiced(6, 10)];
    expect(over(events)).toHaveLength(1);
  });
});
