import { expect, test } from 'vitest';
import type { Recording } from '../../src/record/format.ts';
import { runExact } from '../../src/replay/exact/runExact.ts';
import { replay } from '../../src/replay/replay.ts';
import { createTestSession, type TestSessionOptions } from '../support/testSession.ts';
import { LONG, says, TELL_ME } from '../support/userActions.ts';
import { recorder } from './record.ts';

const INTERRUPTED: TestSessionOptions = { user: [TELL_ME, says(2500, 'stop it')], llm: [LONG, 'Yes?'] };

async function recorded(options: TestSessionOptions = {}): Promise<Recording> {
  const record = recorder();
  const { clock, session } = createTestSession({ ...INTERRUPTED, options: { ...options.options, record } });
  await clock.run(8000);
  session.close('ended_by_api');
  await clock.advance(100);
  return record.recording();
}

/** The values of the outputs of a name. */
function valuesOf(lines: Recording['lines'], name: string): readonly unknown[] {
  return lines.flatMap((line) => ('out' in line && line.out === name ? [line.v] : []));
}

test('a replay uses what the session used', async () => {
  const recording = await recorded();
  const { output } = await runExact(recording);
  expect(valuesOf(output, 'usage')).toEqual(valuesOf(recording.lines, 'usage'));
  expect(valuesOf(recording.lines, 'usage')).toMatchObject([{ llm: [{ model: 'double', calls: 2 }] }]);
});

test('the usage stands before the end, without money', async () => {
  const { lines } = await recorded({ options: { prices: { currency: 'USD' } } });
  expect(lines.slice(-2).map((line) => 'out' in line && line.out)).toEqual(['usage', 'ended']);
  expect(JSON.stringify(lines)).not.toContain('USD');
});

test('the usage is not compared: a recording without it is replayed without a difference', async () => {
  const { head, lines } = await recorded();
  const earlier = lines.filter((line) => !('out' in line && line.out === 'usage'));
  expect((await replay({ head, lines: earlier })).difference).toBe(null);
});
