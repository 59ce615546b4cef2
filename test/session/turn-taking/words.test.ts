import { describe, expect, it } from 'vitest';
import { playSession } from '../../support/playSession.ts';
import type { TestSession, TestSessionOptions } from '../../support/testSession.ts';
import { LONG, TELL_ME, says } from '../../support/userActions.ts';

/** 18 s of speech from 1586 ms on. */
const LONGEST = `${LONG} ${LONG} ${LONG}`;

/** Plays a conversation in which the user speaks over the answer to "tell me", in pieces of `forMs`. */
function playOver(
  pieces: readonly (readonly [atMs: number, text: string, forMs?: number])[],
  options: TestSessionOptions = {},
): Promise<TestSession> {
  const user = [TELL_ME, ...pieces.map(([atMs, text, forMs = 320]) => says(atMs, text, forMs))];
  return playSession({ user, llm: [LONGEST, 'Yes?', 'Hm?'], stt: { msPerWord: 100 }, ...options });
}

const STRICT = { interrupt_phrases: 'default', interrupt_time_threshold: 2, interrupt_word_threshold: 5 } as const;

const PIECES = [
  [3200, 'no'],
  [4800, 'wait'],
  [6400, 'stop'],
] as const;

describe('"no … wait … stop", in pieces of 0.3 s', () => {
  it('interrupts with the second, and is answered', async () => {
    const { when, history } = await playOver(PIECES);
    expect(when('agent_interrupted')).toEqual([4800 + 192]);
    expect(history().slice(2)).toEqual(['user: no wait', 'assistant: Yes?', 'user: stop', 'assistant: Hm?']);
  });

  it('interrupts with the second final where there are no interims', async () => {
    const { when } = await playOver(PIECES, { stt: { interims: false } });
    expect(when('agent_interrupted')).toEqual([4800 + 320 + 576 + 50]);
  });

  it('interrupts with the third where three words are needed', async () => {
    const { when } = await playOver(PIECES, { config: { interrupt_word_threshold: 3 }, stt: { msPerWord: 100 } });
    expect(when('agent_interrupted')).toEqual([6400 + 128]);
  });

  it('does not interrupt where interruptions are not allowed', async () => {
    const { eventNames } = await playOver(PIECES, { config: { allow_interruptions: false } });
    expect(eventNames).not.toContain('agent_interrupted');
  });
});

describe('the agent continues over', () => {
  it.each([
    [
      'a word at 3 s and a cough at 12 s',
      [
        [3200, 'never'],
        [12_160, '', 480],
      ],
      {},
    ],
    [
      'a word and a cough right after it',
      [
        [3200, 'never'],
        [4160, '', 480],
      ],
      {},
    ],
    [
      'two words far apart',
      [
        [3200, 'really', 640],
        [14_080, 'never', 640],
      ],
      { interrupt_word_threshold: 2 },
    ],
    ['"yeah okay right"', [[3200, 'yeah okay right', 960]], {}],
    [
      'a backchannel between two short words',
      [
        [3200, 'no'],
        [4800, 'okay'],
        [6400, 'wait'],
      ],
      {},
    ],
    ["a backchannel of one's own", [[3200, 'so so so', 960]], { backchannels: ['so'] }],
  ] as const)('%s', async (_, pieces, config) => {
    const { eventNames } = await playOver(pieces, { config, stt: { msPerWord: 200 } });
    expect(eventNames).not.toContain('agent_interrupted');
  });
});

describe('the agent is interrupted by', () => {
  it.each([
    ['"yeah but wait", whose voice counts from its beginning', 'yeah but wait', 960, {}, 512],
    ['"yeah okay right" where nothing is a backchannel', 'yeah okay right', 960, { backchannels: [] }, 512],
    ['"stop" of 0.4 s, where it is an interrupt phrase', 'stop', 416, { interrupt_phrases: ['stop'] }, 480],
    ['"yeah hold on"', 'yeah hold on', 608, { interrupt_phrases: 'default', interrupt_time_threshold: 2 }, 608],
    ['an interrupt phrase, whatever the thresholds', 'stop', 416, STRICT, 480],
  ] as const)('%s', async (_, text, forMs, config, afterMs) => {
    const { when } = await playOver([[3200, text, forMs]], { config, stt: { msPerWord: 200 } });
    expect(when('agent_interrupted')).toEqual([3200 + afterMs]);
  });

  it('an interrupt phrase without interims, when its final comes', async () => {
    const config = { interrupt_phrases: 'default' } as const;
    const stop = await playOver([[3200, 'stop', 416]], { config, stt: { interims: false } });
    expect(stop.when('agent_interrupted')).toEqual([3200 + 416 + 576 + 50]);
    const other = await playOver([[3200, 'stop by on Sunday', 416]], { config, stt: { interims: false } });
    expect(other.eventNames).not.toContain('agent_interrupted');
  });

  it('an interrupt phrase over a first message', async () => {
    const config = { interrupt_phrases: 'default', first_message: LONG } as const;
    const { when, history } = await playSession({ user: [says(3200, 'stop', 416)], config, llm: ['Yes?'] });
    expect(when('agent_interrupted')).toEqual([3200 + 480]);
    expect(history()).toContain('user: stop');
  });
});

describe('words over the agent whose final is late', () => {
  const late = { text: '', late: { text: 'never', afterMs: 2000 } };

  it('do not interrupt it, and are answered when it has finished', async () => {
    const { eventNames, history } = await playSession({ user: [TELL_ME, says(3200, late, 320)], llm: [LONG, 'Yes?'] });
    expect(eventNames).not.toContain('agent_interrupted');
    expect(history().slice(1)).toEqual([`assistant: ${LONG}`, 'user: never', 'assistant: Yes?']);
  });

  it('interrupt it with the words before them', async () => {
    const user = [TELL_ME, says(3200, 'no', 320), says(4480, { ...late, late: { text: 'wait', afterMs: 500 } }, 320)];
    const { when } = await playSession({ user, llm: [LONG, 'Yes?'] });
    expect(when('agent_interrupted')).toEqual([4480 + 320 + 576 + 50 + 500]);
  });
});
