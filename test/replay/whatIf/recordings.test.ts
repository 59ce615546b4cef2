import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Recording } from '../../../src/record/format.ts';
import { readRecording } from '../../../src/record/read.ts';
import { whatIf } from '../../../src/replay/whatIf/whatIf.ts';

const FOLDER = 'test/recordings';
const recordings = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
/** What a client had played that dropped out is known to its last report only. */
const DROPPED = 'disconnected.jsonl';

/** The texts of the user and the agent, in order. */
function messagesIn({ lines }: Recording): readonly string[] {
  return lines.flatMap((line) => {
    if (!('out' in line) || line.out !== 'event') return [];
    const { name, message } = line.v as { readonly name: string; readonly message?: { readonly content: string } };
    return name.endsWith('message_added') && message !== undefined ? [message.content] : [];
  });
}

test.each(recordings.filter((name) => name !== DROPPED))(
  'with its own settings %s comes back word by word, on both sides',
  async (name) => {
    const recording = await readRecording(`${FOLDER}/${name}`);
    const { before, differingTurns } = await whatIf(recording, {});
    const transcripts = [
      ...before.turns.map(({ committedMs, text }) => ({ atMs: committedMs, text })),
      ...before.agent.map(({ toMs, text }) => ({ atMs: toMs, text })),
    ]
      .filter(({ text }) => text !== '')
      .toSorted((a, b) => a.atMs - b.atMs);
    expect(differingTurns).toEqual([]);
    expect(transcripts.map(({ text }) => text)).toEqual(messagesIn(recording));
  },
);

test('with its own settings a session that dropped out comes back turn by turn', async () => {
  const recording = await readRecording(`${FOLDER}/${DROPPED}`);
  const { before, differingTurns } = await whatIf(recording, {});
  expect(differingTurns).toEqual([]);
  expect(before.answers.map(({ kind }) => kind)).toEqual(['heard', 'heard']);
});

test('there is a recording to try', () => {
  expect(recordings).not.toEqual([]);
});
