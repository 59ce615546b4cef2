import { delay, map, NEVER, of, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { TurnDetection } from '../../providers/names.ts';
import type { TurnModel, TurnPause, TurnVerdict } from '../../src/core/turnModel.ts';
import type { Recording } from '../../src/record/format.ts';
import { parseRecording } from '../../src/record/read.ts';
import { replay } from '../../src/replay/replay.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { says } from '../support/userActions.ts';
import { createTestSession, type TestSessionOptions } from '../support/testSession.ts';
import { recorder } from './record.ts';

/** A dictated number with a pause of 1.2 s. */
const NUMBER = [says(320, 'my number is five five five', 1280), says(2816, 'one two three four', 1280)];

async function record(piece: TestSessionOptions): Promise<Recording> {
  const record = recorder();
  const { clock, session } = createTestSession({
    llm: ['Fine.', 'Good.'],
    ...piece,
    options: { ...piece.options, record },
  });
  await clock.run(12_000);
  session.close('ended_by_api');
  await clock.advance(100);
  return record.recording();
}

/** A model that answers after 50 ms, and counts how often it is asked. */
function createModel(clock: VirtualClock, answer: (pause: TurnPause) => TurnVerdict): TurnModel & { asked: number } {
  return {
    kind: 'pause',
    name: 'double',
    asked: 0,
    score(pause): Observable<TurnVerdict> {
      this.asked += 1;
      return of(answer(pause)).pipe(delay(50, clock));
    },
  };
}

const knowsNumbers = ({ text }: TurnPause): TurnVerdict => ({ over: text.split(' ').length >= 10 ? 0.9 : 0.1 });

async function recordModel(answer = knowsNumbers): Promise<Recording> {
  const clock = new VirtualClock();
  return record({ user: NUMBER, clock, options: { ports: { turns: createModel(clock, answer) } } });
}

const messagesOf = ({ lines }: Recording): readonly string[] =>
  lines.flatMap((line) => ('out' in line && line.out === 'userTurn' ? [(line.v as { text: string }).text] : []));

describe('a recording has the verdicts of its turn model', () => {
  test('and a replay does not ask it', async () => {
    const recording = await recordModel();
    expect(messagesOf(recording)).toEqual(['my number is five five five one two three four']);
    expect(recording.head.ports.turns).toEqual({ kind: 'pause', name: 'double' });
    const verdicts = recording.lines.flatMap((line) =>
      'in' in line && line.in.startsWith('turn.') ? [line.v ?? 'end'] : [],
    );
    expect(verdicts.filter((one) => one !== 'end')).toContainEqual({ over: 0.1 });
    expect(verdicts.filter((one) => one !== 'end')).toContainEqual({ over: 0.9 });
    const { difference, picture, undelivered } = await replay(recording);
    expect(difference, picture).toBe(null);
    expect(undelivered).toEqual([]);
  });

  test('those of rules about the words, too', async () => {
    const recording = await record({ user: NUMBER, config: { turn_detection: TurnDetection.Text() } });
    expect(recording.head.ports.turns).toEqual({ kind: 'pause', name: 'text' });
    const { difference, picture } = await replay(recording);
    expect(difference, picture).toBe(null);
  });

  test('those of a model that listens all the time, too', async () => {
    const turns: TurnModel = {
      kind: 'streaming',
      name: 'listening',
      listen: (audio) => audio.pipe(map((samples) => ({ over: samples.every((sample) => sample === 0) ? 0.8 : 0.2 }))),
    };
    const recording = await record({ user: NUMBER, options: { ports: { turns } } });
    const { difference, picture, undelivered } = await replay(recording);
    expect(difference, picture).toBe(null);
    expect(undelivered).toEqual([]);
  });

  test('a model that fails fails in the replay, too', async () => {
    const recording = await record({
      user: NUMBER,
      options: {
        ports: {
          turns: {
            kind: 'pause',
            name: 'broken',
            score: () => {
              throw new Error('no memory');
            },
          },
        },
      },
    });
    const { difference, picture } = await replay(recording);
    expect(difference, picture).toBe(null);
  });
});

test('a recording of an earlier version asks the rules again', async () => {
  const recording = await record({ user: NUMBER, config: { turn_detection: TurnDetection.Text() } });
  const { turns: _, ...ports } = recording.head.ports;
  const lines = recording.lines.filter((line) => {
    const stream =
      'in' in line ? line.in : 'out' in line && (line.out === 'opened' || line.out === 'left') ? line.v : '';
    return !String(stream).startsWith('turn.');
  });
  const earlier = { head: { ...recording.head, format: 3, ports }, lines } as const;
  expect((await replay(earlier)).difference).toBe(null);
});

describe('what if', () => {
  const textsOf = async (recording: Recording, changes: Record<string, unknown>): Promise<readonly string[]> =>
    (await whatIf(recording, changes)).rows.flatMap(({ after }) => after.map(({ text }) => text));

  test('rules about the words had been on: the number is one message', async () => {
    const recording = await record({ user: NUMBER });
    expect(messagesOf(recording)).toEqual(['my number is five five five', 'one two three four']);
    const whole = ['my number is five five five one two three four'];
    expect(await textsOf(recording, { turn_detection: 'text' })).toEqual(whole);
    expect(await textsOf(recording, { 'turn_detection.max_delay': 3 })).toEqual(whole);
    expect(await textsOf(recording, { 'turn_detection.max_delay': 1 })).toEqual(messagesOf(recording));
  });

  test('they had been off', async () => {
    const recording = await record({ user: NUMBER, config: { turn_detection: TurnDetection.Text() } });
    expect(await textsOf(recording, { turn_detection: 'off' })).toHaveLength(2);
  });

  test('a model that only the recording has answers with what it said in the same pause', async () => {
    const recording = await recordModel();
    expect(await textsOf(recording, { min_endpointing_delay: 0.4 })).toEqual(messagesOf(recording));
  });
});

test('a recording with a verdict that is none is refused', async () => {
  const recording = await recordModel();
  const written = [
    recording.head,
    ...recording.lines.map((line) =>
      'in' in line && line.in === 'turn.0' && 'v' in line ? { ...line, v: { over: 2 } } : line,
    ),
  ];
  const text = `${written.map((line) => JSON.stringify(line)).join('\n')}\n`;
  expect(() => parseRecording(text)).toThrow(/recording_invalid|expected/u);
});

test('a turn model without a kind is refused when the session is created', () => {
  const turns = { name: 'mine', score: () => NEVER } as unknown as TurnModel;
  expect(() => createTestSession({ options: { ports: { turns } } })).toThrow(/ports\.turns\.kind/u);
});
