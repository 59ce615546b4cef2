import { describe, expect, it } from 'vitest';
import { inspect, type InspectOptions } from '../../../src/testing/inspect.ts';
import { createTestSession } from '../../support/testSession.ts';

async function watch(options: InspectOptions): Promise<readonly string[]> {
  const lines: string[] = [];
  const made = createTestSession({
    voice: [{ atMs: 0, forMs: 640 }],
    says: ['tell me'],
    llm: ['One two.'],
    start: false,
    options: { id: 'ses_1' },
  });
  inspect(made.session, { ...options, write: (line) => lines.push(line), scheduler: made.clock });
  made.session.start();
  made.clock.schedule(() => made.session.end({ after: 'now' }), 4000);
  await made.clock.run(6000);
  return lines;
}

describe('inspect', () => {
  it('prints a line for each value, with its time, session and edge', async () => {
    expect(await watch({ edges: ['userTurn', 'reply'] })).toEqual([
      "    1.266 ses_1 userTurn { turn: 0, text: 'tell me' }",
      '    1.266 ses_1 reply    started { turn: 0 }',
      "    1.266 ses_1 reply    text { turn: 0, round: 0, delta: 'One' }",
      "    1.266 ses_1 reply    text { turn: 0, round: 0, delta: ' two.' }",
      '    1.266 ses_1 reply    round { turn: 0, round: 0, calls: [] }',
      "    1.266 ses_1 reply    ended { turn: 0, reason: 'complete' }",
    ]);
  });

  it('counts values that come often, and prints no audio', async () => {
    const lines = await watch({ edges: ['audioIn', 'speech'] });
    expect(lines[0]).toBe("    0.032 ses_1 audioIn frame { samples: '512 samples', sampleRate: 16000 }");
    expect(lines.filter((line) => line.includes(' audio '))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/more$/);
  });

  it('draws marbles, 100 ms a character', async () => {
    const lines = await watch({ edges: ['transcript', 'userTurn', 'playout'], as: 'marbles' });
    expect(lines[0]).toBe('      0.0 ses_1');
    expect(lines[2]?.slice(0, 34)).toBe('          userTurn   ------------x');
  });

  it.each([
    [['ses_1'], 1],
    [['ses_'], 1],
    [['ses_2'], 0],
  ])('prints the sessions %j only', async (sessions, count) => {
    expect(await watch({ edges: ['userTurn'], sessions })).toHaveLength(count);
  });

  it('refuses an unknown edge', async () => {
    await expect(watch({ edges: ['transcipt' as never] })).rejects.toThrow('there is no edge "transcipt"');
  });
});
