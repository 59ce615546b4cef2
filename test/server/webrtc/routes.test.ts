import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { appWith, problemIn, startSession } from '../support.ts';
import { ANSWER, createRtcDouble, OFFER } from './double.ts';

interface Offered {
  readonly token?: string;
  readonly type?: string;
  readonly body?: string;
}

function offer(app: FastifyInstance, { session_id, transport }: StartSessionResponse, own: Offered = {}) {
  const { token = transport.token, type = 'application/sdp', body = OFFER } = own;
  return app.inject({
    method: 'POST',
    url: `/v1/sessions/${session_id}/webrtc`,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    payload: body,
  });
}

function hangUp(app: FastifyInstance, { session_id }: StartSessionResponse, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return app.inject({ method: 'DELETE', url: `/v1/sessions/${session_id}/webrtc`, headers });
}

async function stateOf(app: FastifyInstance, { session_id }: StartSessionResponse): Promise<unknown> {
  const { state, reason } = (await app.inject(`/v1/sessions/${session_id}`)).json();
  return [state, reason];
}

const detailOf = (response: LightMyRequestResponse): unknown => problemIn(response).errors?.[0]?.detail;

describe('POST /v1/sessions/:id/webrtc', () => {
  it('answers the offer of the client that has the token', async () => {
    const { webrtc, clients } = createRtcDouble();
    const app = await appWith({ webrtc });
    const session = await startSession(app);
    const response = await offer(app, session);
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      201,
      'application/sdp',
      ANSWER,
    ]);
    expect(response.headers['location']).toBe(`/v1/sessions/${session.session_id}/webrtc`);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(clients.map(({ adapter }) => adapter.protocol)).toEqual(['antiphon.v1']);
  });

  it('lets one client in, once', async () => {
    const { webrtc, clients } = createRtcDouble();
    const app = await appWith({ webrtc });
    const session = await startSession(app);
    await offer(app, session);
    expect(problemIn(await offer(app, session)).code).toBe('token_used');
    expect(clients).toHaveLength(1);
  });

  it('of two offers at the same time, answers one', async () => {
    const app = await appWith({ webrtc: createRtcDouble().webrtc });
    const session = await startSession(app);
    const responses = await Promise.all([offer(app, session), offer(app, session)]);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 401]));
  });

  it.each(['', 'ek_wrong'])('refuses the token "%s"', async (token) => {
    const app = await appWith({ webrtc: createRtcDouble().webrtc });
    const session = await startSession(app);
    expect(problemIn(await offer(app, session, { token })).code).toBe('token_invalid');
  });

  it('refuses the token of another session', async () => {
    const app = await appWith({ webrtc: createRtcDouble().webrtc });
    const [session, other] = [await startSession(app), await startSession(app)];
    expect(problemIn(await offer(app, session, { token: other.transport.token })).code).toBe('token_invalid');
  });

  it('refuses another media type, and says which it takes', async () => {
    const app = await appWith({ webrtc: createRtcDouble().webrtc });
    const response = await offer(app, await startSession(app), { type: 'application/json', body: '{}' });
    expect(problemIn(response)).toMatchObject({
      code: 'unsupported_media_type',
      detail: 'The body must be application/sdp.',
    });
  });

  it('refuses an offer of more than 64 KiB', async () => {
    const app = await appWith({ webrtc: createRtcDouble().webrtc });
    const response = await offer(app, await startSession(app), { body: `v=0${' '.repeat(65_536)}` });
    expect(problemIn(response).code).toBe('payload_too_large');
  });

  it.each([
    ['that is no SDP', '{}', 'expected an SDP, which begins with v=0'],
    ['without audio', OFFER.replace(/m=audio[^\r]*/u, ''), 'expected one section m=audio and one m=application'],
    ['with video', `${OFFER}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n`, 'expected one section m=audio and one m=application'],
    ['with two tracks', `${OFFER}m=audio 9 X 111\r\n`, 'expected one section m=audio and one m=application'],
    ['without Opus', OFFER.replace('opus/48000/2', 'PCMU/8000'), 'expected a=rtpmap of opus/48000/2'],
    ['without a fingerprint', OFFER.replace(/a=fingerprint[^\r]*/u, ''), 'expected a=fingerprint'],
    ['with 65 candidates', OFFER + 'a=candidate:1\r\n'.repeat(65), 'expected at most 64 lines of a=candidate'],
    ['with 1001 lines', OFFER + '\n'.repeat(1001), 'expected an SDP of at most 1000 lines'],
  ])('refuses an offer %s, and the client may send another', async (_, body, detail) => {
    const app = await appWith({ webrtc: createRtcDouble().webrtc });
    const session = await startSession(app);
    const response = await offer(app, session, { body });
    expect([response.statusCode, detailOf(response)]).toEqual([422, detail]);
    expect((await offer(app, session)).statusCode).toBe(201);
  });

  it('ends the session of an offer that cannot be answered', async () => {
    const app = await appWith({ webrtc: createRtcDouble('').webrtc });
    const session = await startSession(app);
    expect(detailOf(await offer(app, session))).toBe('expected an offer that can be answered: no');
    expect(await stateOf(app, session)).toEqual(['ended', 'disconnected']);
  });

  it('is not there without the option', async () => {
    const app = await appWith();
    expect((await offer(app, await startSession(app))).statusCode).toBe(404);
  });

  it('may be called by pages of the allowed origins', async () => {
    const origin = 'https://example.com';
    const app = await appWith({ webrtc: createRtcDouble().webrtc, allowed_origins: [origin] });
    const { session_id } = await startSession(app);
    const url = `/v1/sessions/${session_id}/webrtc`;
    const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url, headers: { origin } });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, origin]);
  });
});

describe('a client that waits for its answer', () => {
  it('has it within 30 s, or the session ends, and with it a connection that is answered later', async () => {
    const scheduler = new VirtualTimeScheduler();
    let answer: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => (answer = resolve));
    const { webrtc, closed, offered, ended } = createRtcDouble(ANSWER, ready);
    const app = await appWith({ webrtc, scheduler });
    const session = await startSession(app);
    const response = offer(app, session);
    await offered;
    runTo(scheduler, 30_000);
    expect(problemIn(await response).code).toBe('session_ended');
    expect([await stateOf(app, session), closed()]).toEqual([['ended', 'join_timeout'], 0]);
    answer();
    await ended;
    expect(closed()).toBe(1);
  });
});

describe('a client that has got its answer', () => {
  it('is connected within 10 s, or the session ends and its connection with it', async () => {
    const scheduler = new VirtualTimeScheduler();
    const { webrtc, closed } = createRtcDouble();
    const app = await appWith({ webrtc, scheduler });
    const session = await startSession(app);
    await offer(app, session);
    runTo(scheduler, 9999);
    expect(await stateOf(app, session)).toEqual(['connecting', undefined]);
    runTo(scheduler, 10_000);
    expect([await stateOf(app, session), closed()]).toEqual([['ended', 'join_timeout'], 1]);
  });

  it('whose connection fails before it opens, has ended its session', async () => {
    const { webrtc, clients } = createRtcDouble();
    const app = await appWith({ webrtc });
    const session = await startSession(app);
    await offer(app, session);
    clients[0]?.ended();
    expect(await stateOf(app, session)).toEqual(['ended', 'disconnected']);
  });

  it('leaves with DELETE and its token', async () => {
    const { webrtc, closed } = createRtcDouble();
    const app = await appWith({ webrtc });
    const session = await startSession(app);
    await offer(app, session);
    expect((await hangUp(app, session, session.transport.token)).statusCode).toBe(204);
    expect([await stateOf(app, session), closed()]).toEqual([['ended', 'ended_by_client'], 1]);
  });

  it('is not made to leave by others', async () => {
    const app = await appWith({ webrtc: createRtcDouble().webrtc });
    const [session, other] = [await startSession(app), await startSession(app)];
    await offer(app, session);
    expect(problemIn(await hangUp(app, session, other.transport.token)).code).toBe('token_invalid');
    expect(problemIn(await hangUp(app, other, other.transport.token)).code).toBe('token_invalid');
    expect((await stateOf(app, session)) as unknown[]).toContain('connecting');
  });

  it('loses its connection when the server ends the session', async () => {
    const { webrtc, closed } = createRtcDouble();
    const app = await appWith({ webrtc });
    const session = await startSession(app);
    await offer(app, session);
    await app.inject({ method: 'DELETE', url: `/v1/sessions/${session.session_id}` });
    await Promise.resolve();
    expect(closed()).toBe(1);
  });
});

function runTo(scheduler: VirtualTimeScheduler, ms: number): void {
  scheduler.maxFrames = ms;
  scheduler.flush();
  scheduler.frame = ms;
}
