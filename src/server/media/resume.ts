import { timer } from 'rxjs';
import type { ResumeMessage, ServerMessage, ServerMessageBody } from '../../core/protocol.ts';
import { attach, detach, refuse, type Attachment } from './attachment.ts';
import { ConnectionError, createFieldError, toConnectionError } from '../protocols/connectionError.ts';
import type { ConnectionState } from './connectionState.ts';
import type { MediaSocket } from './fromSocket.ts';
import type { Inbound } from './inbound.ts';
import { admit, dismissCandidate, leavePhase, setConnected, type Welcome } from './presence.ts';
import type { PlayedPosition, RewoundUtterance } from './unplayedAudio.ts';

/** A returning client. */
export interface Return extends Welcome {
  /** Called when the first message is valid. */
  accepted(): void;
}

/** Time for the first message, in ms. */
const FIRST_MS = 5000;

/** Listens to the socket of a returning client. The session is not affected before the first message. */
export function awaitResume(state: ConnectionState, socket: MediaSocket, returning: Return): void {
  if (state.resources.closed) return refuse(socket, 1000);
  if (!state.resumeBucket(1)) return refuse(socket, 4429);
  dismissCandidate(state, 4409);
  const attachment = attach(state, socket, {
    receive: (input) => takeFirst(state, attachment, returning, input),
    fail: (error) => dismiss(state, attachment, error),
  });
  if (attachment.resources.closed) return;
  state.candidate = attachment;
  attachment.resources.add(
    timer(FIRST_MS, state.scheduler).subscribe(() => state.candidate === attachment && dismissCandidate(state, 4408)),
  );
}

function takeFirst(state: ConnectionState, attachment: Attachment, returning: Return, input: Inbound): void {
  if (input.kind === 'pong') return;
  if (input.kind === 'closed') return dismissCandidate(state, 1000);
  const message = parseFirst(state, input);
  if (message instanceof ConnectionError) return dismiss(state, attachment, message);
  state.candidate = null;
  returning.accepted();
  resume(state, attachment, returning, message);
}

/**
 * Parses the first message. Returns a ConnectionError `protocol_error` for any other message, and for data that the
 * client cannot have received.
 */
function parseFirst({ outbox, sent, takenOver }: ConnectionState, input: Inbound): ResumeMessage | ConnectionError {
  if (input.kind !== 'message' || input.message.type !== 'session.resume')
    return new ConnectionError('protocol_error', 'Expected the first message to be "session.resume", got another.');
  const { message } = input;
  const { type, last_seq, utterance_id } = message;
  if (last_seq > outbox.latestSeq)
    return createFieldError('last_seq', type, `at most ${outbox.latestSeq}`, `${last_seq}`);
  // This node does not know the utterances of the previous node.
  if (utterance_id !== undefined && takenOver === undefined && !sent.has(utterance_id))
    return createFieldError('utterance_id', type, 'an utterance that was sent', utterance_id);
  return message;
}

/** Reports the error to a client that has not resumed the session. The session is not affected. */
function dismiss(state: ConnectionState, attachment: Attachment, error: unknown): void {
  const { socket, resources } = attachment;
  const { code, message, closeCode } = toConnectionError(error);
  if (!(error instanceof ConnectionError)) state.report(error);
  if (state.candidate === attachment) state.candidate = null;
  const answer: ServerMessage = { type: 'error', code, message, fatal: true, seq: -1, t_ms: 0 };
  const written = resources.closed ? [] : state.codec.encode({ kind: 'message', message: answer });
  for (const one of written) socket.send(one, ignore);
  detach(attachment, closeCode, state.report);
}

/** Makes the socket the client's current one, and sends the data that the client has missed. */
function resume(state: ConnectionState, attachment: Attachment, welcome: Welcome, message: ResumeMessage): void {
  const { outbox, snapshots, unplayed, presence } = state;
  leavePhase(state);
  replaceSocket(state);
  const start = admit(state, attachment, welcome);
  const played = playedOf(state, message);
  if (played !== undefined) reportPlayed(state, played);
  outbox.reopen(attachment.socket, message.last_seq, createResumed(state, welcome), snapshots.read);
  const { utterances, behindMs } = unplayed.rewind(message.last_seq, played);
  for (const utterance of utterances) sendAgain(state, utterance);
  presence.next(true);
  attachment.socket.ping();
  start(behindMs);
}

/** Closes the client's previous socket, if it still counts as open. */
export function replaceSocket(state: ConnectionState): void {
  const replaced = state.outbox.detach();
  if (replaced === null) return;
  refuse(replaced, 4409);
  setConnected(state, false);
  state.presence.next(false);
}

function playedOf({ sent }: ConnectionState, message: ResumeMessage): PlayedPosition | undefined {
  const { utterance_id: utterance, played_samples } = message;
  if (utterance === undefined || played_samples === undefined || !sent.has(utterance)) return undefined;
  return { utterance, playedSamples: played_samples };
}

/** Reports to the session what the client has played, if the client has reported playback before, in the same way. */
function reportPlayed({ sent, messages }: ConnectionState, { utterance, playedSamples }: PlayedPosition): void {
  const type = sent.reportsAs();
  if (type !== undefined) messages.next({ type, utterance_id: utterance, played_samples: playedSamples });
}

/** Creates the first message to a returning client. */
export function createResumed(
  { session, audio, outbox, received }: ConnectionState,
  { resumeToken, resumeUrls }: Welcome,
): ServerMessageBody {
  return {
    type: 'session.resumed',
    session_id: session?.id ?? '',
    audio,
    resume_token: resumeToken,
    ...(resumeUrls && { resume_urls: resumeUrls }),
    latest_seq: outbox.latestSeq,
    received_samples: received.samples,
    received_texts: received.texts,
  };
}

/** Sends unheard audio, with its position in the utterance. */
export function sendAgain({ outbox }: ConnectionState, audio: RewoundUtterance): void {
  const { utterance: utterance_id, sampleRate: sample_rate, firstSample: first_sample, pieces, samples } = audio;
  outbox.send({ type: 'audio.start', utterance_id, sample_rate, first_sample });
  for (const piece of pieces) outbox.sendAudio(piece);
  if (samples !== null) outbox.send({ type: 'audio.end', utterance_id, samples });
}

function ignore(): void {}
