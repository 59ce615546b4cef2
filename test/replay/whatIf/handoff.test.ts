import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Recording } from '../../../src/record/format.ts';
import { runConversation } from '../../../src/replay/whatIf/played/runConversation.ts';
import { analyseRecording } from '../../../src/replay/whatIf/recorded/recordedSession.ts';
import type { Changes } from '../../../src/replay/whatIf/settings.ts';
import { whatIf } from '../../../src/replay/whatIf/whatIf.ts';
import { handoff } from '../../../src/session/agentCode/handoff.ts';
import { chunk, finish } from '../../../src/testing/doubles/chunks.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { BILLING_CONFIG, CALL, create, type Options } from '../../session/handoff/handedOff.ts';
import { createFunction } from '../../support/testSession.ts';
import { does, LONG, says, types } from '../../support/userActions.ts';
import { recorder } from '../record.ts';
import { QUICK_VAD, recordingOf } from './conversation.ts';

/** Records a conversation with a handoff from "reception" to "billing". */
async function record(options: Options, untilMs = 15_000): Promise<Recording> {
  const kept = recorder();
  const made = create({ ...options, options: { record: kept } });
  await made.clock.run(untilMs);
  made.session.close('ended_by_client');
  await made.clock.run(untilMs + 1000);
  return kept.recording();
}

/** Who was asked in a run, and the last message that the agent got. */
async function asked(recording: Recording, changes: Changes): Promise<readonly string[]> {
  const { calls } = await runConversation(analyseRecording(recording), changes);
  return calls.map(({ agent, messages }) => `${agent}: ${String(messages.at(-1)?.content)}`);
}

async function heard(recording: Recording, changes: Changes): Promise<readonly string[]> {
  return (await whatIf(recording, changes)).after.turns.map((turn) => turn.heard);
}

async function waits(recording: Recording, changes: Changes): Promise<readonly (number | null)[]> {
  return (await whatIf(recording, changes)).after.turns.map((turn) => turn.waitMs);
}

const HANDED = await record({
  user: [types(100, 'my invoice is wrong'), types(6000, 'thank you')],
});

const TRANSFERRED = 'The conversation goes on with billing.';

describe('a what-if of a recording with a handoff', () => {
  it('hands over where the recording did', async () => {
    expect(await asked(HANDED, {})).toEqual([
      'reception: my invoice is wrong',
      `billing: ${TRANSFERRED}`,
      'billing: thank you',
    ]);
  });

  it('gives the other agent its messages', async () => {
    const { calls } = await runConversation(analyseRecording(HANDED), {});
    expect(calls.map(({ messages }) => messages[0]?.content)).toEqual([
      'You are reception.',
      'You are billing.',
      'You are billing.',
    ]);
  });

  it('has what both said as the answer to the turn, and nothing is marked', async () => {
    const { rows, before, after, differingTurns } = await whatIf(HANDED, {});
    expect(after).toEqual(before);
    expect(differingTurns).toEqual([]);
    expect(rows.map((row) => row.after.map((turn) => [turn.heard, turn.reply, turn.caveats]))).toEqual([
      [['One moment. This is billing.', 'complete', []]],
      [['Bye.', 'complete', []]],
    ]);
  });

  it('counts the wait until the other agent is heard, if the first one says nothing', async () => {
    const recording = await record({
      user: [types(100, 'my invoice is wrong')],
      llm: [CALL],
      answers: [{ text: 'This is billing.', firstTokenMs: 700 }],
    });
    expect(await waits(recording, {})).toEqual([700]);
  });

  it('knows which call handed over in a recording of an earlier version, too', async () => {
    const recording = await record({
      user: [types(100, 'my invoice is wrong'), types(6000, 'thank you')],
      more: { look: createFunction(() => 'looked') },
      llm: [{ calls: [{ name: 'look' }, { name: 'transfer' }] }],
    });
    const lines = JSON.stringify(recording.lines).replace(/"history":"all","tool_call_id":"[^"]+"/u, '"history":"all"');
    const earlier = { ...recording, lines: JSON.parse(lines) as Recording['lines'] };
    expect(earlier.lines).not.toEqual(recording.lines);
    expect(await asked(earlier, {})).toEqual(await asked(recording, {}));
  });

  it('goes on with the rounds of the other agent', async () => {
    const recording = await record({
      user: [types(100, 'my invoice is wrong')],
      llm: [CALL],
      answers: [{ calls: [{ name: 'refund', id: 'refund' }] }, 'It is refunded.'],
    });
    expect(await asked(recording, {})).toEqual([
      'reception: my invoice is wrong',
      `billing: ${TRANSFERRED}`,
      'billing: refunded',
    ]);
    expect(await heard(recording, {})).toEqual(['It is refunded.']);
  });

  it('follows the way back, with the answers of each agent', async () => {
    const recording = await record({
      user: [types(100, 'my invoice is wrong'), types(4000, 'when are you open'), types(8000, 'thank you')],
      llm: [CALL],
      answers: ['This is billing.', { calls: [{ name: 'back', id: 'back' }] }],
      billing: {
        functions: {
          back: createFunction(() =>
            handoff<object>({
              name: 'reception',
              configure_session: () => ({ ...BILLING_CONFIG, initial_messages: [] }),
              llm_response_handler: () => of(chunk('Reception.'), finish()),
            }),
          ),
        },
      },
    });
    expect(await asked(recording, {})).toEqual([
      'reception: my invoice is wrong',
      `billing: ${TRANSFERRED}`,
      'billing: when are you open',
      'reception: The conversation goes on with reception.',
      'reception: thank you',
    ]);
  });
});

describe('settings', () => {
  const user = [types(100, 'my invoice is wrong'), says(6000, 'thank you')];
  const billing: Options['billing'] = {
    configure_session: () => ({ ...BILLING_CONFIG, vad: QUICK_VAD, min_endpointing_delay: 1.5 }),
  };

  it('of the other agent hold from its turns on', async () => {
    const recording = await record({ user, billing });
    expect(await waits(recording, {})).toEqual([0, 1500]);
  });

  it('that are changed win over those of the other agent', async () => {
    const recording = await record({ user, billing });
    expect(await waits(recording, { min_endpointing_delay: 0.4 })).toEqual([0, 400]);
    expect(await waits(recording, { 'vad.min_silence_duration': 2 })).toEqual([0, 2066]);
  });
});

describe('a turn that becomes part of a later one', () => {
  it('is handed over, and the other agent answers the later one', async () => {
    const recording = await record({
      user: [says(320, 'my invoice'), says(320 + 640 + 700, 'is wrong')],
      config: { vad: QUICK_VAD, min_endpointing_delay: 0.3 },
      llm: [CALL],
      answers: [{ text: 'This is billing.', firstTokenMs: 2000 }, 'I see.'],
    });
    const changes = { min_endpointing_delay: 1 };
    expect(await asked(recording, {})).toEqual([
      'reception: my invoice',
      `billing: ${TRANSFERRED}`,
      'billing: is wrong',
    ]);
    expect(await asked(recording, changes)).toEqual(['reception: my invoice is wrong', `billing: ${TRANSFERRED}`]);
    expect(await heard(recording, changes)).toEqual(['I see.']);
  });
});

describe('a turn that is split behind its handoff', () => {
  it('gets an answer of the agent that is in charge then', async () => {
    const recording = await record({
      user: [says(320, 'my invoice'), says(320 + 640 + 700, 'is wrong'), types(9000, 'thank you')],
      config: { vad: QUICK_VAD, min_endpointing_delay: 1 },
      llm: [CALL],
    });
    expect(await heard(recording, {})).toEqual(['This is billing.', 'Bye.']);
    const { rows } = await whatIf(recording, { min_endpointing_delay: 0.2 });
    expect(rows[0]?.after.map((turn) => [turn.text, turn.heard, turn.caveats])).toEqual([
      ['my invoice', 'This is billing.', ['asked otherwise']],
      ['is wrong', 'Bye.', ['borrowed']],
    ]);
  });
});

describe('a handoff that the user interrupts in the run', () => {
  it('is made with the next turn', async () => {
    const recording = await record({
      user: [types(100, 'my invoice is wrong'), says(1312, 'seven', 416), types(9000, 'thank you')],
      llm: [{ text: LONG, ...CALL }],
      transfer: (to, clock) => clock.sleep(3000).then(() => handoff(to, { session_data: { id: 7 } })),
    });
    expect(await asked(recording, {})).toEqual([
      'reception: my invoice is wrong',
      'billing: seven',
      'billing: thank you',
    ]);
    expect(await asked(recording, { interrupt_time_threshold: 0.2 })).toEqual([
      'reception: my invoice is wrong',
      'reception: seven',
      `billing: ${TRANSFERRED}`,
      'billing: thank you',
    ]);
  });
});

describe('an update of the owner', () => {
  it('comes behind the turn that it came behind, and before the next', async () => {
    const recording = await recordingOf({
      user: [
        says(320, 'hello'),
        does(2500, ({ session }) => session.update({ instructions: 'Be brief.' })),
        types(3000, 'and now?'),
      ],
      llm: ['Hello.', 'Now.'],
      config: { vad: QUICK_VAD, min_endpointing_delay: 0.3 },
    });
    const first = async (changes: Changes): Promise<readonly unknown[]> =>
      (await runConversation(analyseRecording(recording), changes)).calls.map(({ messages }) => messages[0]?.content);
    expect(await first({})).toEqual(['hello', 'Be brief.']);
    expect(await first({ min_endpointing_delay: 2 })).toEqual(['hello', 'Be brief.']);
  });

  it('changes the voice: each speaks at its own pace, also the same words', async () => {
    const slow = { msPerChar: 200, sampleRate: 8000, firstAudioMs: 500 };
    const recording = await record({
      user: [
        types(100, 'hello'),
        does(3000, ({ session, clock }) => session.update({ tts: createTtsDouble({ scheduler: clock, ...slow }) })),
        types(4000, 'my invoice is wrong'),
      ],
      llm: ['Hello.', CALL],
      answers: ['Hello.'],
    });
    const { after } = await whatIf(recording, {});
    expect(after.agent.map(({ fromMs, toMs, text }) => [fromMs, toMs - fromMs, text])).toEqual([
      [100, 360, 'Hello.'],
      [4500, 1200, 'Hello.'],
    ]);
  });
});
