import { expect, test } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import { resumableCall } from '../server/media/support/resumableCall.ts';
import { recorder } from './record.ts';

test.each([
  ['while the agent speaks', 2500, false],
  ['while the user speaks', 800, false],
  ['unnoticed by the server', 2500, true],
  ['after an interruption without words', 3800, false],
])(
  'a session whose client was lost %s and came back is replayed without a difference',
  async (_name, atMs, silently) => {
    const record = recorder();
    const made = resumableCall({
      record,
      says: ['hello', ''],
      llm: ['It is seven, or a little later, if the clock in the hall is right.', 'Yes?'],
      voice: [
        { atMs: 320, forMs: 640 },
        { atMs: 3200, forMs: 700 },
      ],
    });
    made.join();
    await made.clock.run(atMs);
    made.cut({ silently });
    await made.clock.run(atMs + 1500);
    made.back();
    await made.clock.run(15_000);
    made.session.close('ended_by_api');
    await made.clock.run(16_000);
    const recording = record.recording();
    const connected = recording.lines.flatMap((line) => ('in' in line && line.in === 'connected' ? [line.v] : []));
    expect(connected.filter((value) => value === false).length).toBeGreaterThanOrEqual(2);
    expect(recording.head.format).toBe(4);
    const { difference, picture } = await replay(recording);
    expect(difference, picture).toBe(null);
  },
);
