import { BehaviorSubject, combineLatest, map, timer } from 'rxjs';
import { samplesOfMs, type AudioFrame } from '../../core/audio.ts';
import type { PeerInput } from '../../core/mediaAdapter.ts';
import type { ClientMessage, CloseCode } from '../../core/protocol.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import { detach, type Attachment } from './attachment.ts';
import { backpressure } from './backpressure.ts';
import { ConnectionError, isOwnFailure, toConnectionError } from '../protocols/connectionError.ts';
import type { ConnectionState } from './connectionState.ts';
import type { SocketClosed } from './fromSocket.ts';
import type { Inbound } from './inbound.ts';
import { MAX_GAP_MS } from './padAudio.ts';

/** The token and the addresses with which the client can resume the session. */
export interface Welcome {
  readonly resumeToken: string;
  /** The other addresses at which the client can resume the session if this server dies. */
  readonly resumeUrls?: readonly string[] | undefined;
  /** Called when the client has received the token. */
  confirmed(): void;
}

/**
 * Makes a socket the client's: routes its input to the session, and allows audio while the socket accepts it. Returns a
 * function that starts the audio after `behindMs`. `opened` is called when the peer accepts audio, and returns how far
 * the peer is behind, in ms.
 */
export function admit(
  state: ConnectionState,
  attachment: Attachment,
  welcome?: Welcome,
  opened: () => number = () => 0,
): (behindMs: number) => void {
  const { backlog, audio } = state;
  const isReady = new BehaviorSubject(false);
  const isSendable = backlog.pipe(backpressure(audio.output.sample_rate, state));
  attachment.resources.add(
    combineLatest([isSendable, isReady])
      .pipe(map((all) => all.every(Boolean)))
      .subscribe({ next: (isConnected) => setConnected(state, isConnected), error: (error) => fail(state, error) }),
  );
  state.phase = { kind: 'present', attachment };
  const start = (behindMs: number): void => {
    if (behindMs === 0) return isReady.next(true);
    attachment.resources.add(timer(behindMs, state.scheduler).subscribe(() => isReady.next(true)));
  };
  attachment.fail = (error) => fail(state, error);
  attachment.receive = createRouter(state, () => start(opened()), welcome);
  return start;
}

/**
 * Tells the client about the error, and terminates the connection. Reports errors that are not the client's fault. A
 * client that no longer answers is treated as lost.
 */
export function fail(state: ConnectionState, error: unknown): void {
  const { code, message, closeCode, endReason } = toConnectionError(error);
  if (isOwnFailure(error)) state.report(error);
  if (code === 'timeout' && state.resumeMs > 0) return lose(state, closeCode);
  state.outbox.send({ type: 'error', code, message, fatal: true });
  terminate(state, closeCode, endReason);
}

/** Closes the sockets and the session. */
export function terminate(state: ConnectionState, code: CloseCode, reason: SessionEndReason): void {
  const { resources, outbox, session, presence } = state;
  if (resources.closed) return;
  resources.unsubscribe();
  leavePhase(state);
  dismissCandidate(state, code);
  outbox.close(code);
  // Before the session ends, so that a cut is settled at once for a disconnected client.
  setConnected(state, false);
  session?.close(reason);
  presence.complete();
}

/** Waits for the client to return, if that is allowed. `code` closes a socket that is still open. */
export function lose(state: ConnectionState, code?: CloseCode): void {
  const { outbox, resumeMs, presence, phase } = state;
  if (resumeMs === 0) return terminate(state, code ?? 1000, 'disconnected');
  leavePhase(state);
  outbox.detach();
  if (code !== undefined && phase.kind === 'present') detach(phase.attachment, code, state.report);
  setConnected(state, false);
  awaitReturn(state);
  presence.next(false);
}

/** Waits for a client without a socket. */
export function awaitReturn(state: ConnectionState): void {
  const { resumeMs, scheduler } = state;
  const timeout = timer(resumeMs, scheduler).subscribe(() => terminate(state, 4408, 'disconnected'));
  state.phase = { kind: 'lost', timeout };
}

/** Ends the resources of the current phase, except for the socket. */
export function leavePhase({ phase }: Pick<ConnectionState, 'phase'>): void {
  if (phase.kind === 'present') phase.attachment.resources.unsubscribe();
  if (phase.kind === 'lost') phase.timeout.unsubscribe();
}

/** Closes the socket that has not sent its first message, if it exists. */
export function dismissCandidate(state: ConnectionState, code: CloseCode): void {
  const { candidate } = state;
  state.candidate = null;
  if (candidate !== null) detach(candidate, code, state.report);
}

export function setConnected({ connected, unplayed }: ConnectionState, isConnected: boolean): void {
  unplayed.setRunning(isConnected);
  connected.next(isConnected);
}

function createRouter(state: ConnectionState, open: () => void, welcome?: Welcome): (input: Inbound) => void {
  const { outbox } = state;
  let confirm = welcome?.confirmed;
  return (input) => {
    switch (input.kind) {
      case 'audio':
        return takeAudio(state, input.frame);
      case 'gap':
        return state.audioIn.next(createSilence(input.ms, state));
      case 'message':
        return take(state, input.message);
      case 'mark':
        return reach(state, input.name);
      case 'opened':
        return open();
      case 'reply':
        return void outbox.post([input.message]);
      case 'pong':
        confirm?.();
        confirm = undefined;
        return;
      case 'closed':
        return leave(state, input.cause);
      default:
        return change(state, input);
    }
  };
}

function takeAudio({ received, audioIn }: ConnectionState, frame: AudioFrame): void {
  received.samples += frame.samples.length;
  audioIn.next(frame);
}

function takeTurn(state: ConnectionState, frames: readonly AudioFrame[]): void {
  for (const frame of frames) takeAudio(state, frame);
  state.messages.next({ type: 'input.commit' });
}

function createSilence(ms: number, { audio }: ConnectionState): AudioFrame {
  const sampleRate = audio.input.sample_rate;
  return { samples: new Int16Array(samplesOfMs(Math.min(ms, MAX_GAP_MS), sampleRate)), sampleRate };
}

function leave(state: ConnectionState, cause: SocketClosed['cause']): void {
  if (cause === 'lost') return lose(state);
  terminate(state, 1000, cause === 'left' ? 'ended_by_client' : 'disconnected');
}

function take(state: ConnectionState, message: ClientMessage): void {
  if (message.type === 'session.resume') return fail(state, lateResume());
  if (message.type === 'input.text') state.received.texts += 1;
  state.messages.next(message);
}

type Change = Extract<PeerInput, { readonly kind: 'turn' | 'respond' | 'add_messages' | 'update' | 'function_result' }>;

function change(state: ConnectionState, input: Change): void {
  const { session, updates } = state;
  switch (input.kind) {
    case 'turn':
      return takeTurn(state, input.frames);
    case 'respond':
      return session?.respond();
    case 'add_messages':
      return session?.addMessages(input.messages);
    case 'function_result':
      return updates?.settle(input.id, input.content);
    case 'update':
      if (updates !== undefined) session?.update(updates.toSessionUpdate(input.update));
  }
}

function reach({ marks, messages }: ConnectionState, name: string): void {
  const update = marks?.reach(name);
  if (update !== undefined) messages.next(update);
}

function lateResume(): ConnectionError {
  return new ConnectionError('protocol_error', 'Expected "session.resume" to be the first message, got it later.');
}
