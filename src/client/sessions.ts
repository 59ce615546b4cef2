import { PROTOCOL, type OutputFormat } from '../core/protocol.ts';
import type { StartSessionRequest, StartSessionResponse } from '../core/sessionRequests.ts';
import { CallError } from './errors.ts';
import { createDeferred, onAbort } from './lifetime.ts';

/** Timeout for the server's answer, in ms. It configures a session within 10 s or answers with an error. */
const ANSWER_TIMEOUT_MS = 15_000;
/** Rate of the agent's audio, in Hz. */
const OUTPUT_RATE = 24_000;

/**
 * Starts a session for the call, for example through a route of your backend. `signal` fires when the call ends, and
 * after 15 s.
 *
 * @returns the server's answer to `POST /v1/sessions`, of which the call needs `transport`
 */
export type StartSession = (
  request: StartSessionRequest,
  signal: AbortSignal,
) => Promise<Pick<StartSessionResponse, 'transport'>>;

export interface StartSessionOptions {
  readonly sessionsUrl: string;
  /** Replaces the request to `sessionsUrl`. */
  readonly startSession?: StartSession | undefined;
  readonly customData: Readonly<Record<string, unknown>>;
  /** Length of the agent's audio frames, in ms. */
  readonly frameMs: OutputFormat['frame_ms'];
  readonly lifetime: AbortSignal;
}

/** The media URL of a session and the token to join it. */
export type SessionTransport = StartSessionResponse['transport'];

/**
 * Starts a session on the server.
 *
 * @throws CallError `server_unreachable`, `session_refused` (quotes the server; `cause`: its problem document)
 */
export async function startSession(options: StartSessionOptions): Promise<SessionTransport> {
  const { sessionsUrl, startSession: own, lifetime } = options;
  const signal = AbortSignal.any([lifetime, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  const request = createRequest(options);
  const answer = own === undefined ? await post(sessionsUrl, request, signal) : await callOwn(own, request, signal);
  const transport = (answer as Partial<StartSessionResponse> | undefined)?.transport;
  if (isSessionTransport(transport)) return transport;
  const source = own === undefined ? `${sessionsUrl} returned no session.` : 'startSession returned no session.';
  throw new CallError('session_refused', source, { cause: answer });
}

function createRequest({ customData, frameMs }: StartSessionOptions): StartSessionRequest {
  const output: OutputFormat = { encoding: 'pcm_s16le', sample_rate: OUTPUT_RATE, frame_ms: frameMs };
  return { custom_data: customData, transport: { type: 'websocket', protocol: PROTOCOL, audio: { output } } };
}

async function post(url: string, body: StartSessionRequest, signal: AbortSignal): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch(
    (cause: unknown) => {
      throw new CallError('server_unreachable', `${url} did not answer.`, { cause });
    },
  );
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  throw createRefusal(response, answer);
}

/** Calls the page's own function. Does not wait for it once its signal has fired. */
async function callOwn(own: StartSession, request: StartSessionRequest, signal: AbortSignal): Promise<unknown> {
  const late = createDeferred<never>();
  onAbort(signal, () => late.reject(new CallError('server_unreachable', 'startSession did not answer in time.')));
  try {
    const answer = (async () => own(request, signal))();
    return await Promise.race([late.promise, answer]);
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    const message = cause instanceof Error ? cause.message : 'startSession failed.';
    throw new CallError('session_refused', message, { cause });
  }
}

/** Creates an error that quotes the server's problem document (RFC 9457), if it sent one. */
function createRefusal({ status, statusText }: Response, answer: unknown): CallError {
  const { title, detail } = (answer ?? {}) as { readonly title?: string; readonly detail?: string };
  const words = [title, detail].filter((part) => typeof part === 'string' && part !== '').join(': ');
  const message = words === '' ? `The server answered ${status} ${statusText}`.trimEnd() : words;
  return new CallError('session_refused', message, { cause: answer ?? status });
}

function isSessionTransport(transport: SessionTransport | undefined): transport is SessionTransport {
  const { url, token, protocol, audio } = transport ?? {};
  return (
    protocol === PROTOCOL &&
    typeof url === 'string' &&
    typeof token === 'string' &&
    typeof audio?.input?.sample_rate === 'number'
  );
}
