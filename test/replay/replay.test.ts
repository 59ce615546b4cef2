import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filter, of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { Recording } from '../../src/record/format.ts';
import { readRecording } from '../../src/record/read.ts';
import type { RecordOptions } from '../../src/record/recordTo.ts';
import { replay } from '../../src/replay/replay.ts';
import type { Splices } from '../../src/session/splices/splice.ts';
import { chunk, finish } from '../../src/testing/doubles/chunks.ts';
import { createTestSession, type TestSessionOptions } from '../support/testSession.ts';
import { recorder } from './record.ts';

const KEPT = join(import.meta.dirname, '../recordings');

const STOP: TestSessionOptions = {
  voice: [
    { atMs: 320, forMs: 640 },
    { atMs: 2240, forMs: 800 },
  ],
  says: ['tell me', 'stop'],
  llm: ['We opened in nineteen eighty four, and have been open ever since.', 'Yes?'],
};

async function recorded(piece: TestSessionOptions, options: RecordOptions = {}): Promise<Recording> {
  const record = recorder(options);
  const { clock, session } = createTestSession({ ...piece, options: { ...piece.options, record } });
  await clock.run(8000);
  session.close('ended_by_api');
  await clock.advance(100);
  return record.recording();
}

describe('a recording is replayed without a difference', () => {
  test.each(readdirSync(KEPT))('%s', async (file) => {
    const { difference, picture } = await replay(await readRecording(join(KEPT, file)));
    expect(difference, picture).toBe(null);
  });

  test('with the operators that the session had of its own, and not without', async () => {
    const splice: Splices = { interruption: filter(() => false) };
    const recording = await recorded({ ...STOP, options: { splice } });
    expect(recording.head.splices).toEqual(['interruption']);
    expect((await replay(recording, { splice })).difference).toBe(null);
    expect((await replay(recording)).difference).not.toBe(null);
  });

  test('with the frame length that its client requested', async () => {
    const recording = await recorded({ ...STOP, transport: { outputFrameMs: 60 } });
    expect(recording.head.io.outputFrameMs).toBe(60);
    expect((await replay(recording)).difference).toBe(null);
  });

  test('with the lead that its client requested', async () => {
    const recording = await recorded({ ...STOP, transport: { outputLeadMs: 60 } });
    expect(recording.head.io.outputLeadMs).toBe(60);
    expect((await replay(recording)).difference).toBe(null);
  });

  test('with its audio', async () => {
    const recording = await recorded(STOP, { audio: true });
    expect(recording.head.audio).toBe(true);
    expect((await replay(recording)).difference).toBe(null);
  });

  test('with chunks that no JSON can hold', async () => {
    const round: { self?: unknown } = {};
    round.self = round;
    const odd = { ...chunk('Yes.'), usage: null, logprobs: round, big: 1n };
    const recording = await recorded({ ...STOP, agent: { llm_response_handler: () => of(odd, finish()) } });
    expect((await replay(recording)).difference).toBe(null);
  });

  test('also when it breaks off', async () => {
    const { head, lines } = await recorded(STOP);
    const half = { head, lines: lines.slice(0, lines.length / 2) };
    expect((await replay(half)).difference).toBe(null);
  });
});

describe('where today’s code does something else', () => {
  test('the first difference is shown, in two diagrams one below the other', async () => {
    const { head, lines } = await recorded(STOP);
    const slower = { ...head, config: { ...head.config, interrupt_time_threshold: 0.7 } };
    const { difference, picture } = await replay({ head: slower, lines });
    expect(difference).toMatchObject({ recorded: { out: 'interruption', t: 2752 }, replayed: { out: 'interruption' } });
    expect(picture).toMatch(/^recorded {2}2\.752s interruption .*\nnow {7}2\.944s interruption .*\n\n/u);
    expect(picture).toMatch(
      /^ +0\.384s .*\nrecorded\n(?: {2}.*\n)+now\n(?: {2}.*\n)+ +▲ the first difference: interruption, at 2.752s$/mu,
    );
  });

  test('it is no difference that it takes less than a millisecond longer', async () => {
    const { head, lines } = await recorded(STOP);
    const moved = lines.map((line) => ('out' in line ? { ...line, t: line.t + 0.9 } : line));
    expect((await replay({ head, lines: moved })).difference).toBe(null);
  });
});
