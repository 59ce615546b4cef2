import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { concat, NEVER, of } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from '../../examples/realtime-client/ask.ts';
import { connect } from '../../examples/realtime-client/connect.ts';
import type { Agent } from '../../src/session/agent.ts';
import { chunk } from '../../src/testing/doubles/chunks.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { agentWith, appWith, config, listening, type Data } from '../server/support.ts';

const EXAMPLE = join(import.meta.dirname, '../../dist/examples/realtime-client/realtimeClient.js');
const SECOND = new Int16Array(24_000).fill(2000);

type Realtime = Awaited<ReturnType<typeof connect>>;

interface ServerEvent extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

const repeat: Agent<Data>['llm_response_handler'] = async function* ({ messages }) {
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  yield chunk(`${asked.join()}.`);
};

/** The official client, openai 6.49.0, with a session in which it ends the turns. */
async function talk(
  says: readonly string[],
  llm_response_handler = repeat,
): Promise<Realtime & { readonly events: ServerEvent[] }> {
  const agent = agentWith({ configure_session: () => ({ ...config, first_message: undefined }), llm_response_handler });
  const ports = { vad: createVadDouble(), stt: createSttDouble({ says }), tts: createTtsDouble({ msPerChar: 5 }) };
  const url = await listening(await appWith({ agent, ports, realtime: {} }));
  const realtime = await connect(url.origin, 'any');
  onTestFinished(() => realtime.close());
  const events: ServerEvent[] = [];
  realtime.on('event', (event) => events.push(event as unknown as ServerEvent));
  realtime.on('error', () => undefined);
  return Object.assign(realtime, { events });
}

function append(realtime: Realtime, samples: Int16Array): void {
  const audio = Buffer.from(samples.buffer).toString('base64');
  realtime.send({ type: 'input_audio_buffer.append', audio });
}

function until(realtime: Realtime, type: string): Promise<ServerEvent> {
  return new Promise((resolve) => {
    const hear = (event: unknown): void => {
      if ((event as ServerEvent).type !== type) return;
      realtime.off('event', hear);
      resolve(event as ServerEvent);
    };
    realtime.on('event', hear);
  });
}

test('the example: two questions, two answers, without a key', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [EXAMPLE]);
  expect(stdout).toMatch(
    /^you: good morning\nagent: Good morning to you\. \(\d\.\d s\)\nyou: when do you open\nagent: We open at nine\. \(\d\.\d s\)\n$/u,
  );
});

test('a commit makes an item of the turn, and a request for a response an answer to it', async () => {
  const realtime = await talk(['tell me', 'and then']);
  expect(await ask(realtime, SECOND)).toMatchObject({ asked: 'tell me', text: 'tell me.' });
  expect(await ask(realtime, SECOND)).toMatchObject({ asked: 'and then', text: 'tell me,and then.' });
  const types = realtime.events.map(({ type }) => type);
  const turn = [
    'input_audio_buffer.committed',
    'conversation.item.added',
    'conversation.item.done',
    'conversation.item.input_audio_transcription.delta',
    'conversation.item.input_audio_transcription.completed',
    'response.created',
  ];
  expect(types.filter((type) => turn.includes(type)).slice(0, 6)).toEqual(turn);
  expect(types).not.toContain('input_audio_buffer.speech_started');
  const items = realtime.events.filter(({ type }) => type === 'input_audio_buffer.committed');
  expect(items.map(({ item_id }) => item_id)).toEqual(['item_user_0', 'item_user_1']);
});

test('a commit alone is answered by nobody: the response is that to all turns until it is asked for', async () => {
  const realtime = await talk(['one', 'two']);
  const completed = until(realtime, 'conversation.item.input_audio_transcription.completed');
  append(realtime, SECOND);
  realtime.send({ type: 'input_audio_buffer.commit' });
  await completed;
  expect(await ask(realtime, SECOND)).toMatchObject({ asked: 'two', text: 'one,two.' });
  expect(realtime.events.filter(({ type }) => type === 'response.created')).toHaveLength(1);
});

test('what is cleared is not in the next turn, and nothing can be committed of it', async () => {
  const realtime = await talk(['tell me']);
  const cleared = until(realtime, 'input_audio_buffer.cleared');
  append(realtime, SECOND);
  realtime.send({ type: 'input_audio_buffer.clear' });
  await cleared;
  const refused = until(realtime, 'error');
  realtime.send({ type: 'input_audio_buffer.commit', event_id: 'mine' });
  expect(await refused).toMatchObject({
    error: { type: 'invalid_request_error', code: 'input_audio_buffer_commit_empty', event_id: 'mine' },
  });
  expect(await ask(realtime, SECOND)).toMatchObject({ asked: 'tell me' });
});

test('a second response is refused while one is under way', async () => {
  const realtime = await talk(['tell me'], () => concat(of(chunk('One moment.')), NEVER));
  const created = until(realtime, 'response.created');
  append(realtime, SECOND);
  realtime.send({ type: 'input_audio_buffer.commit' });
  realtime.send({ type: 'response.create' });
  await created;
  const refused = until(realtime, 'error');
  realtime.send({ type: 'response.create' });
  expect(await refused).toMatchObject({ error: { code: 'conversation_already_has_active_response' } });
});
