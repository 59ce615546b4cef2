import { describe, expect, test } from 'vitest';
import { msOfSamples } from '../../src/core/audio.ts';
import { createTestSession, type TestSession } from '../support/testSession.ts';

const ANSWER = 'We opened in nineteen eighty four, and have been open ever since.';

async function interrupted(outputFrameMs: number | undefined, stopAtMs: number): Promise<TestSession> {
  const made = createTestSession({
    voice: [
      { atMs: 320, forMs: 640 },
      { atMs: stopAtMs, forMs: 800 },
    ],
    says: ['tell me', 'stop'],
    llm: [ANSWER, 'Yes?'],
    transport: { outputFrameMs },
  });
  await made.clock.run(8000);
  return made;
}

function frameLengths({ io }: TestSession): readonly number[] {
  return io.commands.flatMap(({ command }) =>
    command.kind === 'audio' ? [msOfSamples(command.frame.samples.length, command.frame.sampleRate)] : [],
  );
}

/** What the user knows of a conversation: events with their times, the history, and the audio that was played. */
function experience({ events, history, io }: TestSession): unknown {
  return { events, history: history(), played: io.played() };
}

describe('the agent’s audio is sent in frames', () => {
  test.each([
    [undefined, 20],
    [20, 20],
    [40, 40],
    [60, 60],
  ])('of the length that the transport requests: %j', async (outputFrameMs, expected) => {
    const lengths = frameLengths(await interrupted(outputFrameMs, 2240));
    expect(Math.max(...lengths)).toBe(expected);
    expect(lengths.filter((length) => length === expected).length).toBeGreaterThan(lengths.length / 2);
  });
});

test.each([2100, 2240, 2501, 2777, 3333])(
  'an interruption at %i ms is heard the same in frames of 20, 40 and 60 ms',
  async (atMs) => {
    const [short, ...longer] = await Promise.all([20, 40, 60].map((frameMs) => interrupted(frameMs, atMs)));
    if (short === undefined) throw new Error('no session');
    expect(short.eventNames).toContain('agent_interrupted');
    for (const made of longer) expect(experience(made)).toEqual(experience(short));
  },
);
