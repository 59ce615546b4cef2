import { describe, expect, it } from 'vitest';
import type { ServerNote } from '../../src/core/protocol.ts';
import type { Answer } from '../../src/page/latency.ts';
import { measure, unanswered } from '../../src/page/latency.ts';
import { added, told } from '../draw/support/notes.ts';

type Told = readonly [tMs: number, note: ServerNote];

const started = (audio_ms: number): ServerNote => ({ type: 'user.speech_started', audio_ms });
const stopped = (audio_ms: number): ServerNote => ({ type: 'user.speech_stopped', audio_ms });
const metrics = (turn: number): ServerNote => ({
  type: 'metrics',
  turn,
  handler_ms: 200,
  voice_ms: 100,
  held_ms: 0,
  total_ms: 300,
});

function answersTo(...notes: readonly Told[]): readonly Answer[] {
  return told(...notes).reduce(measure, unanswered).answers;
}

function endpointings(...notes: readonly Told[]): readonly (number | undefined)[] {
  return answersTo(...notes).map(({ parts }) => parts[0]?.ms);
}

describe('an answer', () => {
  const spoken: readonly Told[] = [
    [1040, started(1000)],
    [2540, stopped(2000)],
    [2640, added('user', 'what time is it')],
    [3000, metrics(1)],
  ];

  it('took from the last word of the user to the first sound, and of that time every part is named', () => {
    const parts = [
      { name: 'endpointing', ms: 600 },
      { name: 'handler', ms: 200 },
      { name: 'voice', ms: 100 },
      { name: 'held', ms: 0 },
    ];
    expect(answersTo(...spoken)).toEqual([{ turn: 1, question: 'what time is it', parts, totalMs: 900 }]);
  });

  it('measures the audio against the message that came soonest', () => {
    expect(
      endpointings([1500, started(1000)], [2040, stopped(2000)], [2640, added('user', 'a')], [3000, metrics(1)]),
    ).toEqual([600]);
  });

  it('to typed words had no end to wait for', () => {
    expect(endpointings([1000, added('user', 'what time is it')], [1300, metrics(1)])).toEqual([0]);
  });

  it('to typed words does not count the speech that was answered before', () => {
    expect(endpointings(...spoken, [9000, added('user', 'and now')], [9300, metrics(2)])).toEqual([600, 0]);
  });

  it('is never measured below zero', () => {
    expect(
      endpointings([1000, started(1000)], [2000, stopped(2000)], [1900, added('user', 'a')], [2000, metrics(1)]),
    ).toEqual([0]);
  });

  it('to nobody, as a greeting is, has no question', () => {
    expect(answersTo([100, metrics(0)])).toMatchObject([{ question: '', totalMs: 300 }]);
  });

  it('has its own question, not the one before', () => {
    expect(answersTo(...spoken, [9000, metrics(2)]).map(({ question }) => question)).toEqual(['what time is it', '']);
  });

  it('is not asked for by what the agent said', () => {
    expect(answersTo([1000, added('user', 'a')], [1100, added('assistant', 'b')], [1200, metrics(1)])).toMatchObject([
      { question: 'a' },
    ]);
  });
});
