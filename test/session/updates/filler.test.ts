import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../../src/core/checkpoint.ts';
import { replay } from '../../../src/replay/replay.ts';
import { whatIf } from '../../../src/replay/whatIf/whatIf.ts';
import type { FillerInput } from '../../../src/session/config/filler.ts';
import { restoreUpdates } from '../../../src/session/checkpoints/resume.ts';
import { recorder } from '../../replay/record.ts';
import { create as createHandedOff, CALL } from '../handoff/handedOff.ts';
import { create } from './updatedSession.ts';

const SLOW = { text: 'One.', firstTokenMs: 4000 };

const BILLING = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: { id: 0 },
} as const;

describe('a function as filler in an update', () => {
  it('is asked from the next reply on, until a text takes its place', async () => {
    const made = create({ llm: [SLOW, SLOW, SLOW], config: { filler: 'Hm.', filler_delay: 1 } });
    made.update(50, { filler: () => 'One moment.' });
    made.type(100, 'first');
    made.update(10_000, { filler: 'Wait.' });
    made.type(10_100, 'second');
    made.update(20_000, { filler: null });
    made.type(20_100, 'third');
    await made.clock.run(30_000);
    expect(made.spoken()).toEqual(['One moment. One.', 'Wait. One.', 'Hm. One.']);
  });

  it('is recorded without its code, and replays', async () => {
    const kept = recorder();
    const made = create({ llm: [SLOW], options: { record: kept } });
    made.update(50, { filler: () => 'One moment.', filler_delay: 1 });
    made.type(100, 'first');
    await made.clock.run(9000);
    made.session.end();
    await made.clock.run(10_000);
    const recording = kept.recording();
    const asked = recording.lines.flatMap((line) => ('in' in line && line.in === 'asked' ? [line.v] : []));
    expect(asked).toContainEqual({ kind: 'update', settings: { filler: { function: true }, filler_delay: 1 } });
    const { difference, undelivered } = await replay(recording);
    expect({ difference, undelivered }).toEqual({ difference: null, undelivered: [] });
    await expect(whatIf(recording, {})).resolves.toBeDefined();
  });

  it('is lost with the process, and a resumed session says so', async () => {
    const checkpoints: Checkpoint[] = [];
    const made = create({ llm: ['One.'] });
    made.session.checkpoint$.subscribe((checkpoint) => checkpoints.push(checkpoint));
    made.update(50, { filler: () => 'One moment.', filler_delay: 1 });
    made.type(100, 'first');
    await made.clock.run(5000);
    const [checkpoint] = [JSON.parse(JSON.stringify(checkpoints.at(-1))) as Checkpoint];
    expect(checkpoint.updates.settings).toEqual({ filler: { function: true }, filler_delay: 1 });
    expect(restoreUpdates(checkpoint, {}, BILLING)).toEqual({ update: { filler_delay: 1 }, lost: ['filler'] });
  });
});

describe('the filler of an agent that the conversation is handed to', () => {
  const answers = [{ text: 'This is billing.', firstTokenMs: 3000 }];

  it('is that of its own config, and gets its session data', async () => {
    const inputs: FillerInput[] = [];
    const filler = (input: FillerInput): string => {
      inputs.push(input);
      return 'Let me see.';
    };
    const kept = recorder();
    const made = createHandedOff({
      llm: [CALL],
      answers,
      config: { filler: () => 'Hm.', filler_delay: 1 },
      billing: { configure_session: () => ({ ...BILLING, filler, filler_delay: 2 }) },
      options: { record: kept },
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    made.session.end();
    await made.clock.run(10_000);
    expect(made.spoken()).toEqual(['Let me see. This is billing.']);
    expect(inputs.map(({ session_data }) => session_data)).toEqual([{ id: 7 }]);
    expect((await replay(kept.recording())).difference).toBeNull();
  });

  it('is none if its config has none', async () => {
    const made = createHandedOff({ llm: [CALL], answers, config: { filler: () => 'Hm.', filler_delay: 1 } });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    expect(made.spoken()).toEqual(['This is billing.']);
  });
});
