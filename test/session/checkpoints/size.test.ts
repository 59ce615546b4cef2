import { expect, it } from 'vitest';
import type { StoredSession } from '../../../src/server/checkpoints/storedSession.ts';
import { watch } from './crashed.ts';

const TURNS = 18;
const TURN_MS = 10_000;
/** 4.8 s of speech. */
const ANSWER = 'There is a table for four at seven in the garden, shall I book it for you then?';
const QUESTION = 'Is there a table for four of us tomorrow at seven?';
/** What encryption adds. */
const SEAL_BYTES = 29;
const AUDIO = { encoding: 'pcm_s16le', sample_rate: 24_000 } as const;
const ORIGIN = {
  node: 'a'.repeat(12),
  protocol: 'antiphon.v1',
  owner: 'shop',
  created_at: '2026-11-26T10:00:00.000Z',
  expires_at: '2026-11-26T12:00:00.000Z',
  audio: { input: AUDIO, output: { ...AUDIO, frame_ms: 20 as const } },
  custom_data: {},
  progress: { latestSeq: 1000, received: { samples: 1_000_000, texts: 10 } },
};

it('a call of three minutes writes its checkpoints as often, and as large, as docs/scale.md counts with', async () => {
  const session = watch({ llm: Array.from({ length: TURNS }, () => ANSWER) });
  for (let turn = 0; turn < TURNS; turn += 1) session.type(turn * TURN_MS + 100, QUESTION);
  const sizes: number[] = [];
  session.session.checkpoint$.subscribe((checkpoint) => {
    const stored: StoredSession = { ...ORIGIN, checkpoint, written: { epoch: 0, version: sizes.length } };
    sizes.push(JSON.stringify(stored).length + SEAL_BYTES);
  });
  await session.clock.run(TURNS * TURN_MS);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const seconds = (TURNS * TURN_MS) / 1000;
  expect(session.history()).toHaveLength(2 * TURNS);
  expect((sizes.length / seconds).toFixed(1)).toBe('0.6');
  expect((bytes / sizes.length / 1000).toFixed(1)).toBe('3.1');
  expect((bytes / seconds / 1000).toFixed(1)).toBe('1.9');
});
