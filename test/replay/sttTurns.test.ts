import { describe, expect, test } from 'vitest';
import { TurnDetection } from '../../providers/names.ts';
import type { Recording } from '../../src/record/format.ts';
import { parseRecording } from '../../src/record/read.ts';
import { allIn } from '../../src/replay/lines.ts';
import { replay } from '../../src/replay/replay.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import { continues, says } from '../support/userActions.ts';
import { createTestSession, type TestSessionOptions } from '../support/testSession.ts';
import { recorder } from './record.ts';

/** A number with a pause of 0.9 s; its last voiced sample is at 2848 ms. */
const NUMBER = [says(320, { text: 'my number is five', msPerWord: 320 }, 960), continues(2208, 640)];

async function record(piece: TestSessionOptions = {}): Promise<Recording> {
  const record = recorder();
  const { clock, session } = createTestSession({
    user: NUMBER,
    llm: ['Fine.', 'Good.'],
    stt: { turns: { eagerMs: 600, endMs: 1200 } },
    config: { turn_detection: TurnDetection.STT(), preemptive_generation: true },
    ...piece,
    options: { record },
  });
  await clock.run(12_000);
  session.close('ended_by_api');
  await clock.advance(100);
  return record.recording();
}

const statesOf = ({ lines }: Recording): readonly string[] =>
  allIn(lines, 'stt').flatMap(({ v }) => (v.kind === 'turn' ? [v.state] : []));

describe('a recording has what the recogniser has found about turns', () => {
  test('and a replay takes it from there', async () => {
    const recording = await record();
    expect(recording.head.ports.stt.turns).toBe(true);
    expect([...new Set(statesOf(recording))].toSorted()).toEqual(['eager_end', 'end', 'resumed', 'update']);
    const { difference, picture, undelivered } = await replay(recording);
    expect(difference, picture).toBe(null);
    expect(undelivered).toEqual([]);
  });

  test('a changed end is seen by the replay', async () => {
    const { head, lines } = await record();
    const changed = lines.map((line) =>
      'in' in line && line.in === 'stt' && (line.v as { state?: string }).state === 'end'
        ? { ...line, v: { ...(line.v as object), state: 'update' } }
        : line,
    );
    expect((await replay({ head, lines: changed })).difference).not.toBe(null);
  });

  test('a state that there is not is named', async () => {
    const { head, lines } = await record();
    const text = [head, ...lines].map((line) => JSON.stringify(line)).join('\n');
    expect(() => parseRecording(`${text.replace('"state":"update"', '"state":"over"')}\n`)).toThrow(/state/u);
  });
});

describe('what if', () => {
  const turnsOf = async (
    changes: Record<string, unknown>,
    piece: TestSessionOptions = {},
  ): Promise<readonly string[]> =>
    (await whatIf(await record(piece), changes)).rows.flatMap(({ after }) => after.map(({ text }) => text));

  test('nothing is changed: the turn is the same, with the pause in it', async () => {
    expect(await turnsOf({})).toEqual(['my number is five']);
  });

  test('the longest pause is shorter: it divides the turn', async () => {
    expect(await turnsOf({ 'turn_detection.max_delay': 0.7 })).toHaveLength(2);
  });

  test('silence ends the turns', async () => {
    expect(await turnsOf({ turn_detection: 'off' })).toHaveLength(2);
  });

  test('the turns of the recogniser need a recording that has them', async () => {
    const piece = { config: {} };
    await expect(turnsOf({ turn_detection: 'stt' }, piece)).rejects.toMatchObject({ code: 'usage_invalid' });
    expect(await turnsOf({ turn_detection: 'stt' })).toEqual(['my number is five']);
  });
});
