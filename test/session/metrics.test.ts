import { delay, map, of } from 'rxjs';
import { describe, expect, it, test } from 'vitest';
import type { PlayedSessionOptions } from '../support/playSession.ts';
import type { FunctionBody, UserAction } from '../support/testSession.ts';
import { coughs, does, says, types } from '../support/userActions.ts';
import { ASKED, deafUntil, lagging, LAST_VOICED, sumOf, writeMetrics, waits } from './metrics/waits.ts';

/** A function that takes so long. */
const takes =
  (ms: number): FunctionBody =>
  (clock) =>
    new Promise((resolve) => clock.schedule(() => resolve('done'), ms));

/** The client falls silent for good. */
const mutes = (atMs: number): UserAction => does(atMs, ({ io }) => io.user.muted.next(true));

describe('the wait for an answer', () => {
  const pieces: readonly (readonly [what: string, piece: PlayedSessionOptions, wait: string])[] = [
    ['nothing is slow', { llm: ['Yes.'] }, '626: silence 576, stt 50'],
    [
      'a segment ends late',
      { llm: ['Yes.'], config: { vad: { provider: 'silero', min_silence_duration: 0.9 } } },
      '978: silence 928, stt 50',
    ],
    [
      'the delay is long',
      { llm: ['Yes.'], config: { min_endpointing_delay: 1 } },
      '1000: silence 576, endpointing 424',
    ],
    ['the VAD lags behind', { llm: ['Yes.'], options: lagging(300) }, '926: silence 576, vad 300, stt 50'],
    ['the VAD begins late', { llm: ['Yes.'], options: deafUntil(2500) }, '950: silence 576, vad 324, stt 50'],
    ['the VAD begins late, and catches up', { llm: ['Yes.'], options: deafUntil(2100) }, '626: silence 576, stt 50'],
    [
      'the VAD lags behind, and the delay is long',
      { llm: ['Yes.'], options: lagging(300), config: { min_endpointing_delay: 1 } },
      '1300: silence 576, vad 300, endpointing 424',
    ],
    ['the client mutes at once', { llm: ['Yes.'], user: [ASKED, mutes(1700)] }, '500: silence 100, endpointing 400'],
    [
      'the client mutes at once, and the VAD begins late',
      { llm: ['Yes.'], user: [ASKED, mutes(1700)], options: deafUntil(2100) },
      '904: silence 96, vad 404, endpointing 404',
    ],
    ['the recogniser is slow', { llm: ['Yes.'], stt: { delayMs: 400 } }, '976: silence 576, stt 400'],
    [
      'the recogniser is slow, and the delay is long',
      { llm: ['Yes.'], stt: { delayMs: 400 }, config: { min_endpointing_delay: 0.9 } },
      '976: silence 576, endpointing 324, stt 76',
    ],
    [
      'the model is slow to begin',
      { llm: [{ text: 'Yes.', firstTokenMs: 700 }] },
      '1326: silence 576, stt 50, handler 700',
    ],
    [
      'the model is slow to go on',
      { llm: [{ text: 'One two. Three.', tokenMs: 100 }] },
      '826: silence 576, stt 50, sentence 200',
    ],
    ['the voice is slow', { llm: ['Yes.'], tts: { firstAudioMs: 900 } }, '1526: silence 576, stt 50, tts 900'],
    [
      'a cough holds it back',
      { llm: [{ text: 'Yes.', firstTokenMs: 300 }], user: [ASKED, coughs(2240)] },
      '1906: silence 576, stt 50, handler 300, held 980',
    ],
    [
      'the client is far away',
      { llm: ['Yes.'], transport: { latencyMs: 40 } },
      '706: silence 576, stt 50, transport 80',
    ],
    [
      'a function is called first',
      {
        llm: [
          { calls: [{ name: 'look' }], firstTokenMs: 100, tokenMs: 10 },
          { text: 'Yes.', firstTokenMs: 200 },
        ],
        functions: { look: takes(400) },
      },
      '1346: silence 576, stt 50, handler 300, functions 400, sentence 20',
    ],
    [
      'two functions are called first, one after the other',
      {
        config: { max_nested_function_calls: 2 },
        llm: [{ calls: [{ name: 'look' }] }, { calls: [{ name: 'look' }], firstTokenMs: 50 }, 'Yes.'],
        functions: { look: takes(400) },
      },
      '1476: silence 576, stt 50, handler 50, functions 800',
    ],
    [
      'the first round speaks while its function runs',
      {
        llm: [{ text: 'One moment', calls: [{ name: 'look' }] }, 'Yes.'],
        functions: { look: takes(400) },
        tts: { firstAudioMs: 100 },
      },
      '726: silence 576, stt 50, tts 100',
    ],
    [
      'the first round has spoken when it calls its function',
      {
        llm: [{ text: 'One moment.', tokenMs: 100, calls: [{ name: 'look' }] }, 'Yes.'],
        functions: { look: takes(400) },
        tts: { firstAudioMs: 900, accepts: 'tokens' },
      },
      '1526: silence 576, stt 50, tts 900',
    ],
    [
      'all is slow at once',
      {
        llm: [{ text: 'One two. Three.', firstTokenMs: 310, tokenMs: 70 }],
        stt: { delayMs: 410 },
        tts: { firstAudioMs: 130 },
        transport: { latencyMs: 30 },
        config: { min_endpointing_delay: 0.7 },
      },
      '1626: silence 576, endpointing 124, stt 286, handler 310, sentence 140, tts 130, transport 60',
    ],
  ];

  test.each(pieces)('%s', async (_what, piece, wait) => {
    const played = await waits(piece);
    expect(writeMetrics(played.metrics)).toEqual([wait]);
    const [, heardAt] = played.when('agent_started_speaking');
    expect(played.metrics.map(sumOf)).toEqual([(heardAt ?? 0) - LAST_VOICED]);
  });
});

describe('where it starts', () => {
  it('typed words have no end to wait for', async () => {
    const typed = await waits({ user: [types(1000, 'tell me')], llm: [{ text: 'Yes.', firstTokenMs: 100 }] });
    expect(writeMetrics(typed.metrics)).toEqual(['100: handler 100']);
  });

  it('of several segments the last counts', async () => {
    const twice = await waits({ user: [ASKED, says(2208, 'more')], llm: ['Yes.'], stt: { delayMs: 300 } });
    expect(writeMetrics(twice.metrics)).toEqual(['876: silence 576, stt 300']);
    expect(twice.when('agent_started_speaking')[1]).toBe(2208 + 640 + 876);
  });

  it('a late final is words that were waited for', async () => {
    const late = await waits({
      user: [says(960, { text: '', answer: 'none', late: { text: 'tell me', afterMs: 1500 } })],
      llm: ['Yes.'],
    });
    expect(writeMetrics(late.metrics)).toEqual(['2126: silence 576, stt 1550']);
  });

  it('words that came over the agent wait until it has finished', async () => {
    const over = await waits({
      user: [ASKED, says(3008, 'at eight')],
      config: { allow_interruptions: false },
      llm: ['One two three four five six seven eight nine ten.', 'Fine.'],
    });
    expect(writeMetrics(over.metrics)).toEqual(['626: silence 576, stt 50', '1518: silence 576, stt 50, floor 892']);
    expect(over.when('agent_started_speaking')[2]).toBe(3008 + 640 + 1518);
  });

  it('a function that nothing interrupts is finished first', async () => {
    const busy = await waits({
      user: [ASKED, says(2304, 'stop')],
      llm: [{ calls: [{ name: 'pay' }] }, 'Stopped.'],
      uninterruptible: { pay: takes(4000) },
    });
    const [, answered] = writeMetrics(busy.metrics);
    expect(answered).toBe('3282: silence 576, stt 50, floor 2656');
  });

  it('a stage of one’s own that lets the turn go later is endpointing', async () => {
    const later: PlayedSessionOptions['options'] = {
      stages: {
        endpointing:
          ({ scheduler }, standard) =>
          (activity) =>
            activity.pipe(standard(), delay(250, scheduler)),
      },
    };
    expect(writeMetrics((await waits({ llm: ['Yes.'], options: later })).metrics)).toEqual([
      '876: silence 576, endpointing 250, stt 50',
    ]);
  });

  it('a stage of one’s own that lets the turn go in the middle of a segment leaves nothing else to wait for', async () => {
    const early: PlayedSessionOptions['options'] = {
      stages: {
        endpointing:
          ({ edges }) =>
          () =>
            edges.transcript.pipe(map(() => ({ turn: 0, text: '' }))),
      },
    };
    const eager = await waits({ user: [says(960, 'go')], llm: [{ text: 'Yes.', firstTokenMs: 2000 }], options: early });
    expect(writeMetrics(eager.metrics)).toEqual(['2000: handler 2000']);
  });

  it('speech of the agent by itself has no wait', async () => {
    const spontaneous = await waits({ user: [does(1000, ({ session }) => session.say('Are you there?'))] });
    expect(spontaneous.when('agent_started_speaking')).toHaveLength(2);
    expect(spontaneous.metrics).toEqual([]);
  });
});

describe('an answer that is not heard', () => {
  it.each<readonly [how: string, piece: PlayedSessionOptions, wait: string]>([
    [
      'is superseded by words',
      { user: [ASKED, says(2304, 'more')], llm: [{ text: 'Yes.', firstTokenMs: 3000 }, 'Yes.'] },
      'in vain 1024: silence 576, stt 50, handler 398',
    ],
    [
      'is superseded when its sound was held',
      { user: [ASKED, says(2240, { text: 'more', interims: [] })], llm: [{ text: 'Yes.', firstTokenMs: 300 }, 'Yes.'] },
      'in vain 1906: silence 576, stt 50, handler 300, held 980',
    ],
    [
      'fails in the model',
      { llm: [{ text: 'Yes.', firstTokenMs: 100, failAfterTokens: 0 }] },
      'in vain 726: silence 576, stt 50, handler 100',
    ],
    [
      'fails in the voice',
      { llm: ['Yes.'], tts: { utterances: [{}, { firstAudioMs: 300, failAfterChars: 0 }] } },
      'in vain 926: silence 576, stt 50, tts 300',
    ],
    ['has no words', { llm: [{ firstTokenMs: 100 }] }, 'in vain 726: silence 576, stt 50, handler 100'],
    [
      'is stopped by the owner',
      {
        user: [ASKED, does(3000, ({ session }) => session.interrupt())],
        llm: [{ text: 'Yes.', firstTokenMs: 3000 }],
      },
      'in vain 1400: silence 576, stt 50, handler 774',
    ],
    [
      'is cut by the end of the session',
      {
        user: [ASKED, does(3000, ({ session }) => session.end({ after: 'now' }))],
        llm: [{ text: 'Yes.', firstTokenMs: 3000 }],
      },
      'in vain 1400: silence 576, stt 50, handler 774',
    ],
  ])('because it %s, is waited for in vain', async (_how, piece, wait) => {
    expect(writeMetrics((await waits(piece)).metrics)[0]).toBe(wait);
  });

  it('has no record where the handler was never called', async () => {
    const gone = await waits({
      user: [ASKED, does(2226, ({ session }) => session.end({ after: 'now' }))],
      llm: ['Yes.'],
      options: { splice: { userTurn: () => of() } },
    });
    expect(gone.metrics).toEqual([]);
  });
});
