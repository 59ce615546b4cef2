import { PROTOCOL, type OutputFormat, type StartSessionRequest, type StartSessionResponse } from '../core/protocol.ts';
import { CallError } from './errors.ts';

/** The time for an answer, in ms. A server configures a session within 10 s, or answers with an error. */
const ANSWER_TIMEOUT_MS = 15_000;
/** Rate of the agent's audio, in Hz. */
const OUTPUT_RATE = 24_000;

export interface StartSessionOptions {
  readonly sessionsUrl: string;
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
  const response = await request(options);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw createRefusal(response, answer);
  const transport = (answer as Partial<StartSessionResponse> | undefined)?.transport;
  if (isSessionTransport(transport)) return transport;
  throw new CallError('session_refused', `There are no sessions at ${response.url}.`, { cause: answer });
}

async function request({ sessionsUrl, customData, frameMs, lifetime }: StartSessionOptions): Promise<Response> {
  const output: OutputFormat = { encoding: 'pcm_s16le', sample_rate: OUTPUT_RATE, frame_ms: frameMs };
  const transport = { type: 'websocket', protocol: PROTOCOL, audio: { output } } as const;
  const body: StartSessionRequest = { custom_data: customData, transport };
  try {
    return await fetch(sessionsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([lifetime, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
  } catch (cause) {
    throw new CallError('server_unreachable', `There is no answer from ${sessionsUrl}.`, { cause });
  }
}

/** Quotes the problem document (RFC 9457) of the server, if it sent one. */
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
