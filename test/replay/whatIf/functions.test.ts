import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Line, Recording } from '../../../src/record/format.ts';
import { runConversation } from '../../../src/replay/whatIf/played/runConversation.ts';
import { readFunctions } from '../../../src/replay/whatIf/recorded/calls.ts';
import { analyseRecording } from '../../../src/replay/whatIf/recorded/recordedSession.ts';
import type { Changes } from '../../../src/replay/whatIf/settings.ts';
import { defineFunction } from '../../../src/session/agent.ts';
import { does, says, types } from '../../support/userActions.ts';
import { QUICK_VAD, recordingOf } from './conversation.ts';

const look = defineFunction({
  description: 'looks a number up',
  parameters: z.object({ n: z.number() }),
  execute: ({ n }) => `result ${n}`,
});

/** The results that the handler got, in the last call of the run. */
async function results(recording: Recording, changes: Changes): Promise<readonly unknown[]> {
  const { calls } = await runConversation(analyseRecording(recording), changes);
  return (calls.at(-1)?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content);
}

test('the functions of a recording of an hour are read', () => {
  const functions = { look: { description: '', json_schema: {} } };
  const first: Line = { t: 0, in: 'functions', v: functions, after: 0 };
  const silence: Line = { t: 1, in: 'typed', v: { text: 'hm' }, after: 0 };
  const lines = [first, ...Array.from({ length: 200_000 }, () => silence)];
  expect(readFunctions(lines).first).toEqual(functions);
});

test('an update that brings the same functions again leaves them', async () => {
  const functions = { look };
  const recording = await recordingOf({
    agent: { functions },
    user: [
      types(1000, 'hello'),
      does(3000, ({ session }) => session.update({ instructions: 'Be brief.', functions })),
      types(5000, 'number one'),
    ],
    llm: ['Yes.', { calls: [{ name: 'look', id: 'a', arguments: { n: 1 } }] }, 'It is one.'],
  });
  expect(await results(recording, {})).toEqual(['result 1']);
});

test('a call gets the result of the call with its arguments, also if another has its id', async () => {
  const recording = await recordingOf({
    agent: { functions: { look } },
    user: [
      says(320, 'I have'),
      says(320 + 640 + 600, 'a question'),
      types(5000, 'number one'),
      types(9000, 'number two'),
    ],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
    llm: [
      'Yes.',
      { calls: [{ name: 'look', id: '', arguments: { n: 1 } }] },
      'It is one.',
      { calls: [{ name: 'look', id: '', arguments: { n: 2 } }] },
      'It is two.',
    ],
  });
  expect(await results(recording, {})).toEqual(['result 1', 'result 2']);
  expect(await results(recording, { min_endpointing_delay: 0.2 })).toEqual(['result 1', 'result 2']);
});
