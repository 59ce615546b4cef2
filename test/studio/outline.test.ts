import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSelection } from '../../src/cli/studio/call/readSelection.ts';
import { createFrameMatcher } from '../../src/cli/studio/index/selectLine.ts';
import type { Timeline } from '../../src/draw/model.ts';
import type { Recording } from '../../src/record/format.ts';
import { readRecording } from '../../src/record/read.ts';
import { spansOf } from '../../src/replay/timeline.ts';
import { traceOf } from '../../src/replay/timeline/lines.ts';

const RECORDINGS = join(import.meta.dirname, '../recordings');
const NAMES = ['concierge', 'disconnected', 'failures', 'first-minute', 'interrupted', 'resumed', 'with-audio'];

const readOutline = (path: string): Promise<Recording> => readSelection(path, createFrameMatcher);

const timelineOf = (recording: Recording): Timeline => spansOf(recording, traceOf(recording.lines));

async function write(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-outline-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'call.jsonl'), text);
  return join(folder, 'call.jsonl');
}

test.each(NAMES)(
  'of %s draws the same timeline as the whole recording, from less than half of its lines',
  async (name) => {
    const path = join(RECORDINGS, `${name}.jsonl`);
    const [outline, whole] = await Promise.all([readOutline(path), readRecording(path)]);
    expect(timelineOf(outline)).toEqual(timelineOf(whole));
    expect(outline.lines.length).toBeLessThan(whole.lines.length / 2);
  },
);

const HEAD = (await readRecording(join(RECORDINGS, 'with-audio.jsonl'))).head;
const frame = (t: number): object => ({ t, in: 'audio', v: { samples: 320, rate: 16_000 } });
const textOf = (lines: readonly object[]): string =>
  [HEAD, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');

test('a gap begins with the frame before it, and a call without an end lasts until its last frame', async () => {
  const path = await write(textOf([frame(20), frame(40), { t: 900, dropped: 3 }, frame(920), frame(940)]));
  const timeline = timelineOf(await readOutline(path));
  expect(timeline.gaps).toEqual([{ kind: 'not recorded', fromMs: 40, toMs: 900 }]);
  expect([timeline.nowMs, timeline.isEnded]).toEqual([940, false]);
});

test.each([
  ['no head', '', 'call.jsonl:1: expected a head, got nothing'],
  ['a faulty line', textOf([frame(20), { t: 40, in: 'typed', v: { text: 7 } }]), 'call.jsonl:3: expected a line'],
  ['a line that is not JSON', `${textOf([frame(20)])}{"t":40,\n`, 'call.jsonl:3: expected a line of JSON'],
])('a recording with %s is refused with its place', async (_what, text, message) => {
  await expect(readOutline(await write(text))).rejects.toThrow(message);
});

test('an incomplete last line is left out', async () => {
  const path = await write(`${textOf([frame(20), { t: 40, in: 'typed', v: { text: 'hello' } }])}{"t":60,"in":"ty`);
  expect((await readOutline(path)).lines).toMatchObject([{ t: 40, in: 'typed' }]);
});
