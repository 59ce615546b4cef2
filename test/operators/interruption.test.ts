import { NEVER, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { interruption } from '../../operators/interruption.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { activity, interruptions, transcripts, voicedWindow } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { flags } from '../support/letters.ts';
import { across, ended, final, interim, interrupting, over, windows } from './interruption/score.ts';

describe('interruption', () => {
  it('comes in the very window in which half a second is voiced over the agent', () =>
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const voice = { ...activity, a: voicedWindow(320), b: voicedWindow(480), c: voicedWindow(512) };
      const agentAudible = hot('t-------------', flags);
      const speech = hot('      --s--a--b--c-e', voice);
      const transcript = hot('  --------------', transcripts);
      const interrupts = '      -----------v--';

      const interrupted = speech.pipe(interruption({ agentAudible, transcript }));
      expectObservable(interrupted).toBe(interrupts, interruptions);
      for (const input of [speech, transcript, agentAudible]) expectSubscriptions(input.subscriptions).toBe('^');
    }));

  it.each([
    [15, []],
    [16, [16]],
    [17, [16]],
  ])('%i voiced windows in a row', (count, at) => {
    expect(interrupting('v'.repeat(count))).toEqual(at);
  });

  it.each([
    [499, 0],
    [500, 1],
    [501, 1],
  ])('%i ms of voice interrupt %i times', (ms, times) => {
    expect(over([voicedWindow(ms)])).toHaveLength(times);
  });

  it.each([
    [0, 1, [1]],
    [1000, 31, []],
    [1000, 32, [32]],
  ])('with a threshold of %i ms, %i voiced windows', (minSpeechMs, count, at) => {
    expect(interrupting('v'.repeat(count), { minSpeechMs })).toEqual(at);
  });
});

describe('short noises', () => {
  const cough = 'v'.repeat(13);
  const pause = '.'.repeat(9);

  it('never interrupt, however long the silence after them', () => {
    expect(interrupting(`${cough}${'.'.repeat(40)}`)).toEqual([]);
  });

  it('do not add up: two of 416 ms, 288 ms apart, in one segment', () => {
    expect(interrupting(`${cough}${pause}${cough}${pause}${cough}`)).toEqual([]);
  });

  it('do not add up: in two segments', () => {
    expect(over([...windows(cough), ended(), ...windows(cough, 1), ended(1)])).toEqual([]);
  });

  it('before speech do not shorten its way', () => {
    expect(interrupting(`${cough}${pause}${'v'.repeat(16)}`)).toEqual([13 + 9 + 16]);
  });

  it.each([
    [4, [10 + 4 + 6]],
    [5, []],
    [6, []],
  ])('a pause of %i windows (160 ms are five) between 320 and 192 ms of voice', (quiet, at) => {
    expect(interrupting(`${'v'.repeat(10)}${'.'.repeat(quiet)}${'v'.repeat(6)}`)).toEqual(at);
  });

  it.each([
    [159, 1],
    [160, 0],
    [161, 0],
  ])('a pause of %i ms between 480 and 32 ms of voice: %i interruptions', (ms, times) => {
    const before = voicedWindow(480);
    const quiet = windowAt(480 + ms, 480);
    const after = windowAt(512 + ms, 512, 512 + ms);
    expect(over([before, quiet, after])).toHaveLength(times);
  });

  it('another pause can be chosen', () => {
    const coughs = `${cough}${pause}${cough}`;
    expect(interrupting(coughs, { pauseMs: 288 })).toEqual([]);
    expect(interrupting(coughs, { pauseMs: 289 })).toEqual([13 + 9 + 3]);
  });

  it('do not add up when the agent becomes audible between them', () => {
    const [first, second] = [
      windows(`${cough}${pause}${cough}`).slice(0, 22),
      windows(`${cough}${pause}${cough}`).slice(22),
    ];
    expect(across(first, second)).toEqual([]);
  });
});

describe('words', () => {
  const loud = windows('v'.repeat(16));

  it.each([
    ['one', 0],
    ['one two', 1],
    ['one two three', 1],
  ])('"%s" of 2 needed: %i interruptions', (text, times) => {
    expect(over([...loud, interim(text)], { minWords: 2 })).toHaveLength(times);
  });

  it('interrupt only with the voice', () => {
    const soft = windows('v'.repeat(15));
    expect(over([...soft, interim('one two')], { minWords: 2 })).toEqual([]);
    expect(over([...soft, interim('one two'), ...windows('v'.repeat(16)).slice(15)], { minWords: 2 })).toHaveLength(1);
  });

  it('of all segments over this speech are added up: finals, and the latest interim', () => {
    const events = [...windows('v'.repeat(4)), final('no'), ended(), ...windows('v'.repeat(16), 1), interim('wait', 1)];
    expect(over(events, { minWords: 2 })).toEqual([{ at: 22, by: { segment: 1, voicedMs: 640, words: 2 } }]);
  });

  it('of an interim that was taken back do not count', () => {
    const events = [interim('one two'), interim('one'), ...loud];
    expect(over(events, { minWords: 2 })).toEqual([]);
  });

  it('of an interim are not counted again in its final', () => {
    expect(over([interim('one two'), final('one two'), ...loud], { minWords: 3 })).toEqual([]);
  });

  it('may come after the segment has ended', () => {
    expect(over([...loud, ended(), final('one two')], { minWords: 2 })).toHaveLength(1);
  });

  it.each(['', ' ', '…'])('there are none in "%s"', (text) => {
    expect(over([...loud, interim(text), final(text)], { minWords: 1 })).toEqual([]);
  });

  it('spoken before the agent was audible do not count', () => {
    const before = [...windows('v'.repeat(4)), interim('one two')];
    expect(across(before, windows('v'.repeat(20)).slice(4), { minWords: 1 })).toEqual([]);
  });

  it('that come late for speech before the agent was audible neither interrupt nor count', () => {
    const before = [...windows('v'.repeat(16)), ended()];
    expect(across(before, [final('one two')])).toEqual([]);
    expect(across(before, [final('one two'), ...windows('v'.repeat(16), 1)], { minWords: 2 })).toEqual([]);
    const quiet = windows(`${'v'.repeat(16)}.`);
    expect(across(quiet.slice(0, 16), [...quiet.slice(16), ended(), final('one two')])).toEqual([]);
  });

  it('of another segment do not make a quiet window interrupt', () => {
    const other = [...windows('v', 1), interim('one two', 1)];
    const events = [...windows('v'.repeat(16)), ...other, ...windows(`${'v'.repeat(16)}......`).slice(16)];
    expect(over(events, { minWords: 2 })).toEqual([]);
  });
});

describe('after an interruption that was ignored', () => {
  it('another comes with every further word, and with nothing else', () => {
    const events = [
      ...windows('v'.repeat(20)),
      interim('no'),
      interim('no'),
      interim('no wait'),
      ...windows('v'.repeat(30)).slice(20),
      ended(),
      final('no wait'),
    ];
    expect(over(events).map(({ at, by: { words } }) => [at, words])).toEqual([
      [15, 0],
      [20, 1],
      [22, 2],
      [34, 2],
    ]);
  });

  it('another comes with the next segment', () => {
    const events = [...windows('v'.repeat(16)), ended(), ...windows('v'.repeat(16), 1)];
    expect(over(events).map(({ by: { segment } }) => segment)).toEqual([0, 1]);
  });
});

describe('no interruption', () => {
  it('while the agent is not audible', () => {
    const events = [...windows('v'.repeat(40)), final('one two'), ended()];
    expect(over(events, { agentAudible: of(false) })).toEqual([]);
    expect(over(events, { agentAudible: NEVER })).toEqual([]);
  });

  it('where interruptions are not allowed', () => {
    expect(over([...windows('v'.repeat(40)), final('one two'), ended()], { allow: false })).toEqual([]);
  });

  it('by a truncated segment without further audio', () => {
    expect(over([{ kind: 'truncated', segment: 0, atMs: 60_000 }], { minSpeechMs: 0 })).toEqual([]);
  });
});

describe('each speech of the agent', () => {
  it('is interrupted for itself', () =>
    marbles(({ hot, expectObservable }) => {
      const agentAudible = hot('t--f--t-----', flags);
      const speech = hot('      -w---------W', { w: voicedWindow(512), W: voicedWindow(512, 1) });
      const interrupts = '      -v---------V';
      expectObservable(speech.pipe(interruption({ agentAudible, transcript: NEVER }))).toBe(interrupts, interruptions);
    }));

  it('is not reset by a repeated `true` of agentAudible', () =>
    marbles(({ hot, expectObservable }) => {
      const agentAudible = hot('t---t--', flags);
      const transcript = hot('  -i-----', transcripts);
      const speech = hot('      s-----w', { ...activity, w: voicedWindow(512) });
      expectObservable(speech.pipe(interruption({ agentAudible, transcript, minWords: 1 }))).toBe('------w', {
        w: { segment: 0, voicedMs: 512, words: 1 },
      });
    }));

  it('counts its own words only', () =>
    marbles(({ hot, expectObservable }) => {
      const agentAudible = hot('t-f-t--', flags);
      const transcript = hot('  -i-j--i', transcripts);
      const speech = hot('      s----w-', { ...activity, w: voicedWindow(512) });
      expectObservable(speech.pipe(interruption({ agentAudible, transcript, minWords: 1 }))).toBe('------w', {
        w: { segment: 0, voicedMs: 512, words: 1 },
      });
    }));

  it('is not interrupted by words before it begins, or after it has ended', () =>
    marbles(({ hot, expectObservable }) => {
      const agentAudible = hot('--t-f--', flags);
      const transcript = hot('  -i---jf', transcripts);
      const speech = hot('      w------', { w: voicedWindow(512) });
      expectObservable(speech.pipe(interruption({ agentAudible, transcript }))).toBe('-------');
    }));

  it('is interrupted by a segment that began before it: its voice counts from its beginning', () => {
    const segment = windows('v'.repeat(17));
    expect(across(segment.slice(0, 10), segment.slice(10)).map(({ at }) => at)).toEqual([5]);
  });
});

describe('the stream of interruptions', () => {
  it('ends with its inputs', () =>
    marbles(({ hot, expectObservable }) => {
      const agentAudible = hot('t-|', flags);
      const transcript = hot('  --|', transcripts);
      expectObservable(hot('----|', activity).pipe(interruption({ agentAudible, transcript }))).toBe('----|');
    }));

  it('unsubscribes from its inputs', () =>
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const agentAudible = hot('t----', flags);
      const transcript = hot('  -----', transcripts);
      const speech = hot('      -----', activity);
      expectObservable(speech.pipe(interruption({ agentAudible, transcript })), '^--!').toBe('-');
      for (const input of [speech, transcript, agentAudible]) expectSubscriptions(input.subscriptions).toBe('^--!');
    }));
});

function windowAt(atMs: number, voicedMs: number, lastVoicedMs = voicedMs): VadEvent {
  return { kind: 'window', segment: 0, atMs, voiced: atMs === lastVoicedMs, voicedMs, lastVoicedMs, audio: [] };
}
