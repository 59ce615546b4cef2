import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { intercom } from '../../../examples/intercom/intercom.ts';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import {
  agentWith,
  appWith,
  config,
  listening,
  messageContaining,
  openSocket,
  post,
  problemIn,
  readRefusal,
  startSession,
} from '../support.ts';

const INTERCOM = { transport: { type: 'websocket', protocol: 'intercom' } };
const agent = agentWith({
  configure_session: () => ({ ...config, first_message: 'Good evening.' }),
  llm_response_handler: createLlmDouble([]),
});

interface Door {
  readonly app: Awaited<ReturnType<typeof appWith>>;
  readonly session: StartSessionResponse;
  /** The address of its socket, at the server that listens. */
  readonly url: string;
}

async function door(): Promise<Door> {
  const app = await appWith({ agent, adapters: [intercom] });
  const at = await listening(app);
  const session = await startSession(app, INTERCOM);
  return { app, session, url: session.transport.url.replace(/^ws:\/\/[^/]+/u, `ws://${at.host}`) };
}

async function ring(url: string): Promise<WebSocket> {
  const socket = openSocket(url, { protocols: [] });
  await once(socket, 'open');
  socket.send('RING');
  return socket;
}

describe('a session of a client with a protocol of its own', () => {
  it('has an address with a token, and the formats of the adapter', async () => {
    const { app, session } = await door();
    const { url, token, ...transport } = session.transport;
    expect(url).toBe(`ws://localhost/v1/intercom/media/${token}`);
    expect(transport).toEqual({
      type: 'websocket',
      protocol: 'intercom',
      audio: {
        input: { encoding: 'pcm_s16le', sample_rate: 16_000 },
        output: { encoding: 'pcm_s16le', sample_rate: 16_000, frame_ms: 20 },
      },
    });
    const shown = (await app.inject(`/v1/sessions/${session.session_id}`)).json();
    expect(shown.transport).toMatchObject({ protocol: 'intercom', url: 'ws://localhost/v1/intercom/media' });
    expect(JSON.stringify(shown)).not.toContain(token);
  });

  it('speaks the protocol', async () => {
    const { url } = await door();
    const socket = await ring(url);
    const audio: number[] = [];
    socket.on('message', (data: Buffer, isBinary: boolean) => isBinary && audio.push(data.length));
    await messageContaining(socket, 'REPORT 0');
    expect(audio[0]).toBe(640);
    socket.send('CLOSED');
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1000);
  });

  it('is closed with 4400 when its client breaks the protocol, and no other is', async () => {
    const { app, url } = await door();
    const other = await startSession(app, INTERCOM);
    const good = await ring(url.replace(/[^/]+$/u, other.transport.token));
    const bad = await ring(url);
    bad.send('RING');
    const [code] = (await once(bad, 'close')) as [number];
    expect([code, good.readyState]).toEqual([4400, good.OPEN]);
  });

  it('is joined once', async () => {
    const { url } = await door();
    await ring(url);
    const { status, problem } = await readRefusal(openSocket(url, { protocols: [] }));
    expect([status, problem.code]).toEqual([401, 'token_used']);
  });

  it('is not joined over the address of another protocol', async () => {
    const door2 = { ...intercom, protocol: 'door2' };
    const app = await appWith({ agent, adapters: [intercom, door2] });
    const at = await listening(app);
    const { transport } = await startSession(app, INTERCOM);
    const { problem } = await readRefusal(
      openSocket(`ws://${at.host}/v1/door2/media/${transport.token}`, { protocols: [] }),
    );
    expect(problem.code).toBe('token_invalid');
  });

  it('is not joined as one of antiphon.v1', async () => {
    const { session, url } = await door();
    const media = url.replace(/\/v1\/.*/u, `/v1/sessions/${session.session_id}/media`);
    const { token } = session.transport;
    const { problem } = await readRefusal(openSocket(media, { protocols: ['antiphon.v1', `antiphon.token.${token}`] }));
    expect(problem.code).toBe('token_invalid');
  });

  it('gets another address on request', async () => {
    const { app, session } = await door();
    const again = (await post(app, {}, `/v1/sessions/${session.session_id}/token`)).json<StartSessionResponse>();
    expect(again.transport.url).toBe(`ws://localhost/v1/intercom/media/${again.transport.token}`);
    expect(again.transport.token).not.toBe(session.transport.token);
  });
});

describe('a request for a session', () => {
  it('that names a protocol without an adapter is refused', async () => {
    const { app } = await door();
    const refused = await post(app, { transport: { type: 'websocket', protocol: 'interphone' } });
    expect(problemIn(refused)).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/transport/protocol', detail: 'expected one of "antiphon.v1", "intercom"' }],
    });
  });

  it('that names a rate that the adapter does not take is refused', async () => {
    const { app } = await door();
    const audio = { input: { encoding: 'pcm_s16le', sample_rate: 8000 } };
    const refused = await post(app, { transport: { ...INTERCOM.transport, audio } });
    expect(problemIn(refused).errors).toEqual([
      { pointer: '/transport/audio/input/sample_rate', detail: 'expected 16000' },
    ]);
  });

  it('is described with the protocols of the server', async () => {
    const { app } = await door();
    const document = JSON.stringify((await app.inject('/openapi.json')).json());
    expect(document).toContain('"const":"intercom"');
  });
});

it.each(['sessions', 'antiphon.v1', 'twilio', 'Door', '1st', ''])(
  'no adapter can have the name "%s"',
  async (protocol) => {
    await expect(appWith({ adapters: [{ ...intercom, protocol }] })).rejects.toThrow(
      /^adapters\.0\.protocol: expected /u,
    );
  },
);

it('no two adapters have the same name', async () => {
  await expect(appWith({ adapters: [intercom, intercom] })).rejects.toThrow(/^adapters\.1\.protocol: expected a name/u);
});
