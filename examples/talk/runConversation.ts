import type { Agent } from 'antiphon';
import type { Recorder } from 'antiphon/record';
import {
  serve,
  type AudioFormat,
  type ClientMessage,
  type ServerMessage,
  type StartSessionRequest,
  type StartSessionResponse,
} from 'antiphon/server';
import {
  asyncScheduler,
  concatMap,
  connect,
  finalize,
  ignoreElements,
  lastValueFrom,
  merge,
  Subject,
  tap,
  type Observable,
} from 'rxjs';
import { createAudioDevice, SAMPLE_RATE, type Recording } from './audioDevice.ts';
import { joinSession } from './joinSession.ts';
import { guest, type Line } from './guest.ts';
import { toClientEvent, type ClientEvent } from './clientEvent.ts';
import { sessionLog, type SessionLog } from './sessionLog.ts';

/** An event for the progress display. */
export type ProgressEvent =
  | { readonly kind: 'line'; readonly line: Line }
  /** The transcript so far. */
  | { readonly kind: 'hearing'; readonly text: string }
  | { readonly kind: 'event'; readonly event: ClientEvent };

export interface ConverseOptions {
  readonly watch?: (event: ProgressEvent) => void;
  /** Records the session. @default none */
  readonly record?: Recorder | undefined;
}

export interface Conversation {
  /** The id of the session. */
  readonly session: string;
  readonly log: SessionLog;
  readonly recording: Recording;
}

/**
 * Plays the guest's `lines` to an agent in real time, through a server and its WebSocket, and hangs up after the last answer.
 */
export async function runConversation<SessionData extends object>(
  agent: Agent<SessionData>,
  lines: readonly Line[],
  { watch = () => {}, record }: ConverseOptions = {},
): Promise<Conversation> {
  const server = await serve({ agent, record, port: 0, page: false });
  try {
    return await call(server.url, lines, watch);
  } finally {
    await server.close();
  }
}

async function call(url: string, lines: readonly Line[], watch: (event: ProgressEvent) => void): Promise<Conversation> {
  const scheduler = asyncScheduler;
  const device = createAudioDevice({ scheduler });
  const toServer = new Subject<ClientMessage>();
  const attend = (messages: Observable<ServerMessage>): Observable<never> => {
    const events = messages.pipe(
      concatMap((message) => [toClientEvent(message)].filter((event) => event !== undefined)),
    );
    return guest(lines, { events, speak: device.speak, scheduler }).pipe(
      tap((line) => watch({ kind: 'line', line })),
      ignoreElements(),
      finalize(() => toServer.next({ type: 'session.end' })),
    );
  };
  const { session_id: session, transport } = await startSession(url);
  const conversation = joinSession({ transport, device: device.io, messages: toServer }).pipe(
    tap((message) => toProgressEvents(message).forEach(watch)),
    connect((messages) => merge(messages, attend(messages))),
    sessionLog(),
  );
  return { session, log: await lastValueFrom(conversation), recording: device.recording() };
}

const FORMAT: AudioFormat = { encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE };

async function startSession(url: string): Promise<StartSessionResponse> {
  const audio = { input: FORMAT, output: { ...FORMAT, frame_ms: 40 } } as const;
  const request: StartSessionRequest = { transport: { type: 'websocket', protocol: 'antiphon.v1', audio } };
  const response = await fetch(new URL('/v1/sessions', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(problemText((await response.json()) as Problem));
  return (await response.json()) as StartSessionResponse;
}

/** The problem document of a server (RFC 9457). */
interface Problem {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[] | undefined;
}

function problemText({ title, detail = title, errors = [] }: Problem): string {
  return [detail, ...errors.map((error) => `${error.pointer}: ${error.detail}`)].join('\n');
}

function toProgressEvents(message: ServerMessage): readonly ProgressEvent[] {
  const event = toClientEvent(message);
  if (event !== undefined) return [{ kind: 'event', event }];
  return message.type === 'user.transcript' ? [{ kind: 'hearing', text: message.text }] : [];
}
