import { from } from 'rxjs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { parseRecording } from '../../src/record/read.ts';
import { replay } from '../../src/replay/replay.ts';
import { defineFunction } from '../../src/session/agent.ts';
import { chunk, finish, toolCallChunk } from '../../src/testing/doubles/chunks.ts';
import { recorder } from '../replay/record.ts';
import { createTestSession } from '../support/testSession.ts';
import { REDACTIONS, SECRET } from './redactions.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A chunk whose only choice has these fields. */
const chunkOf = (choice: Fields) => ({ ...chunk(''), choices: [{ index: 0, finish_reason: null, ...choice }] });
const ofMessage = (delta: Fields) => chunkOf({ delta });
const ofCall = (fields: Fields) => ofMessage({ tool_calls: [{ index: 0, function: { arguments: '' }, ...fields }] });

/** Where services put a text that the session does not know. */
const FIELDS: readonly (readonly [string, (text: string) => object])[] = [
  ['a text', (text) => ofMessage({ reasoning_content: text })],
  ['a text below it', (text) => ofMessage({ extra_content: { google: { thought: text } } })],
  ['elements of a list', (text) => ofMessage({ reasoning_details: [{ type: 'reasoning.text', text }] })],
  ['one element', (text) => ofMessage({ reasoning_details: [{ type: 'reasoning.text', index: 0, text }] })],
  ['texts of a list', (text) => ofMessage({ thoughts: [text] })],
  ['a list below messages', (text) => ofMessage({ thoughts: [{ role: 'critic', text }] })],
  ['a text named as a field of the recording', (text) => ofMessage({ code: text })],
  ['such a text below it', (text) => ofMessage({ file: { path: text, name: text } })],
  ['such a text in a list', (text) => ofMessage({ steps: [{ type: 'step', index: 0, model: text }] })],
  ['a field of a call', (text) => ofCall({ note: text })],
  ['a text below a field of a call', (text) => ofCall({ extra_content: { google: { reason: text } } })],
];

/** Records a session whose model brings three texts around a call, and redacts it. */
async function record(make: (text: string) => object, redact: (text: string, key: string) => string) {
  const recording = recorder({ redact });
  const look = defineFunction({ description: 'Looks', parameters: z.object({}), execute: () => 'found' });
  const call = toolCallChunk({ id: 'call_a', name: 'look', arguments: '{}' });
  const rounds = [
    [make('it is 47'), call, make('11, and '), make(SECRET), finish('tool_calls')],
    [chunk('Done.'), finish()],
  ];
  const agent = { llm_response_handler: () => from((rounds.shift() ?? []) as never[]), functions: { look } };
  const user = { voice: [{ atMs: 320, forMs: 1280 }], says: ['hello'] };
  const { clock, session } = createTestSession({ ...user, agent, options: { record: recording } });
  await clock.run(8000);
  session.close('ended_by_api');
  await clock.advance(1000);
  const chunks = recording.lines.flatMap((line) => line.match(/"in":"llm\.0".*/u) ?? []);
  return { text: recording.lines.join('\n'), chunks: chunks.join('\n') };
}

describe.each(FIELDS)('a number that is cut over two chunks of an unknown field: %s', (_, make) => {
  test.each(REDACTIONS)('is redacted, and the recording is replayed without a difference: %#', async (redact) => {
    const { text, chunks } = await record(make, redact);
    expect(text).toContain('it is ');
    expect(text).not.toContain(SECRET);
    expect(chunks).not.toMatch(/47"|"11/u);
    expect((await replay(parseRecording(`${text}\n`))).difference).toBe(null);
  });
});

test('the probabilities of tokens are left out of a redacted recording', async () => {
  const make = (token: string): object => chunkOf({ delta: {}, logprobs: { content: [{ token, logprob: 0 }] } });
  const { text } = await record(make, (said) => said.replaceAll(SECRET, '#'));
  expect(text).not.toMatch(/logprob|it is 47/u);
});
