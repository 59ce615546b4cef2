import { once } from 'node:events';
import { Writable } from 'node:stream';
import { fastify } from 'fastify';
import { throwError } from 'rxjs';
import { expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { AntiphonError } from '../../src/core/errors.ts';
import { antiphon } from '../../src/server/plugin.ts';
import { defineFunction } from '../../src/session/agent.ts';
import { createTelemetry } from '../../src/telemetry/createTelemetry.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { recorder } from '../replay/record.ts';
import { createSpanStore } from '../telemetry/traced.ts';
import { agentWith, config, doubled, joinSession, listening, messageContaining, startSession } from './support.ts';

/** Secrets that do not look like any, by where they stand in the config. */
const SECRETS = {
  letters: 'correcthorse',
  separators: 'abcd+efgh/ijkl+mnop==',
  header: 'battery/staple',
  query: 'mnbvcxyl',
  password: 'lovelace',
  user: 'tokenuser',
  'url key': 'q/w+e/r=',
};
/** Is in the config, and in no text: a text may have it by chance. */
const SHORT = 'k§7';

const stt = {
  provider: 'deepgram',
  api_key: SECRETS.letters,
  base_url: `wss://ada:${SECRETS.password}@stt.example/v1?region=eu&api-key=${SECRETS.query}`,
  extra: { headers: { 'x-gateway': `Bearer ${SECRETS.header}` }, query: { sub_token: SHORT } },
} as const;
const tts = {
  provider: 'deepgram',
  api_key: SECRETS.separators,
  base_url: `https://${SECRETS.user}@tts.example/?auth_token=${encodeURIComponent(SECRETS['url key'])}`,
} as const;

const QUOTED = [...Object.values(SECRETS), ...Object.values(SECRETS).map(encodeURIComponent)].join(' or ');

/** A session in which all that can fails, with messages that quote all secrets. Returns what anybody gets to see of it. */
async function play(): Promise<Readonly<Record<string, string>>> {
  const shown: Record<string, string> = { log: '', console: '', client: '' };
  const write = (name: string, text: unknown): void => void (shown[name] += `${String(text)}\n`);
  const stream = new Writable({
    write: (line, _encoding, done) => {
      write('log', line);
      done();
    },
  });
  for (const name of ['error', 'warn', 'log'] as const)
    vi.spyOn(console, name).mockImplementation((...texts: unknown[]) => write('console', texts.join()));
  const app = fastify({ logger: { level: 'trace', stream } });
  onTestFinished(() => app.close());
  const record = recorder();
  const { tracer, spans } = createSpanStore();
  const refuse = (): never => {
    throw new Error(QUOTED);
  };
  const look_up = defineFunction({ description: 'Looks up', parameters: z.object({}), execute: refuse });
  const agent = agentWith({
    configure_session: () => ({ ...config, stt, tts }),
    functions: { look_up },
    llm_response_handler: createLlmDouble([
      { calls: [{ name: 'look_up' }] },
      'Well.',
      { text: 'No.', failAfterTokens: 0 },
    ]),
    on_user_message_added: refuse,
  });
  const failure = new AntiphonError('provider_failed', `401: ${QUOTED}`, { provider: 'tts-double' });
  const ports = {
    ...doubled().ports,
    stt: createSttDouble({ says: [] }),
    tts: { ...createTtsDouble(), synthesize: () => throwError(() => failure) },
  };
  await app.register(antiphon, {
    ...doubled({ agent, ports, record, log_transcripts: true }),
    telemetry: createTelemetry({ tracer, content: true }),
  });
  const session = await startSession(app);
  const client = await joinSession(session, await listening(app));
  client.on('message', (data: Buffer) => write('client', data));
  client.send(JSON.stringify({ type: 'input.text', text: 'Hello?' }));
  await messageContaining(client, '"provider_failed"');
  shown['resource'] = (await app.inject(`/v1/sessions/${session.session_id}`)).body;
  client.send(JSON.stringify({ type: 'session.end' }));
  await once(client, 'close');
  shown['metrics'] = (await app.inject('/metrics')).body;
  shown['spans'] = JSON.stringify(
    spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
  shown['recording'] = record.lines.join('\n');
  return shown;
}

it('no secret of a config is shown to anybody', async () => {
  const shown = await play();
  // Each has got the failures.
  for (const name of ['log', 'client', 'recording']) expect(shown[name]).toContain('provider_failed');
  expect(shown['spans']).toContain('execute_tool');
  const leaks = Object.entries(shown).flatMap(([name, text]) =>
    [...Object.values(SECRETS), ...Object.values(SECRETS).map(encodeURIComponent), SHORT]
      .filter((secret) => text.includes(secret))
      .map((secret) => `${name}: ${secret}`),
  );
  expect([...new Set(leaks)]).toEqual([]);
});
