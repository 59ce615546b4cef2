import { firstValueFrom, filter, map, ReplaySubject, type Observable } from 'rxjs';
import type { FastifyInstance } from 'fastify';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import type { AntiphonOptions } from '../../../src/server/plugin.ts';
import { createWebRtc } from '../../../src/webrtc/createWebRtc.ts';
import { appWith, listening, startSession } from '../../server/support.ts';
import { createRtcClient, type RtcClient } from './rtcClient.ts';

export interface RtcServer {
  readonly app: FastifyInstance;
  readonly url: string;
  /** What has failed in the thread, from the start. */
  readonly failures: Observable<string>;
  /** Resolves with the reason for which a session has ended. */
  endOf(session: Pick<StartSessionResponse, 'session_id'>): Promise<unknown>;
}

interface LogLine {
  readonly msg: string;
  readonly session_id?: string;
  readonly reason?: string;
}

/** A server on loopback whose clients come over WebRTC. */
export async function serveRtc(options: Partial<AntiphonOptions> = {}): Promise<RtcServer> {
  const failures = new ReplaySubject<string>();
  const lines = new ReplaySubject<LogLine>();
  const webrtc = createWebRtc({
    allow_private_candidates: true,
    addresses: ['127.0.0.1'],
    on_failure: ({ message }) => failures.next(message),
  });
  const stream = { write: (line: string) => lines.next(JSON.parse(line) as LogLine) };
  // A client whose connection is lost does not come back.
  const app = await appWith({ webrtc, resume_timeout: 0, ...options }, () => undefined, { logger: { stream } });
  const { origin } = await listening(app);
  const endOf: RtcServer['endOf'] = ({ session_id }) =>
    firstValueFrom(
      lines.pipe(
        filter((line) => line.session_id === session_id && line.msg === 'session ended'),
        map(({ reason }) => reason),
      ),
    );
  return { app, url: origin, failures, endOf };
}

export interface JoinedClient extends RtcClient {
  readonly session: StartSessionResponse;
}

/** Offers a connection to a session. */
export async function offerTo(url: string, session: StartSessionResponse, offer: string): Promise<Response> {
  return fetch(`${url}/v1/sessions/${session.session_id}/webrtc`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${session.transport.token}` },
    body: offer,
  });
}

/** A client that has joined a session of its own. */
export async function joinOverRtc({ app, url }: Pick<RtcServer, 'app' | 'url'>): Promise<JoinedClient> {
  const session = await startSession(app);
  const client = await createRtcClient();
  const response = await offerTo(url, session, client.offer);
  if (response.status !== 201) throw new Error(await response.text());
  await client.accept(await response.text());
  await client.message('session.started');
  return { ...client, session };
}
