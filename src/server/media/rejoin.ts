import { attach, refuse } from './attachment.ts';
import type { ConnectionState } from './connectionState.ts';
import type { MediaSocket } from './fromSocket.ts';
import { admit, leavePhase, type Welcome } from './presence.ts';
import { createResumed, replaceSocket, sendAgain as announceAgain } from './resume.ts';
import type { RewoundUtterance } from './unplayedAudio.ts';

/**
 * Makes the socket of a returning client the client's current socket. When it accepts audio, the unheard audio is sent.
 * With `welcome`, the history and another token are sent.
 */
export function rejoin(state: ConnectionState, socket: MediaSocket, welcome?: Welcome): void {
  const { resources, outbox, presence, capabilities, snapshots } = state;
  if (resources.closed) return refuse(socket, 1000);
  if (!state.resumeBucket(1)) return refuse(socket, 4429);
  leavePhase(state);
  replaceSocket(state);
  state.renewCodec();
  const attachment = attach(state, socket, { receive: ignore, fail: ignore });
  const start = admit(state, attachment, welcome, () => sendUnheard(state));
  outbox.replace(socket, welcome === undefined ? [] : [createResumed(state, welcome), snapshots.read()]);
  presence.next(true);
  if (welcome !== undefined) socket.ping();
  if (capabilities.opens === 'server') start(sendUnheard(state));
}

/** Sends the unheard audio. Returns how far the line is then behind, in ms. */
function sendUnheard(state: ConnectionState): number {
  const { utterances, behindMs } = state.unplayed.rewind(state.outbox.latestSeq);
  state.marks?.forget();
  for (const utterance of utterances) sendAgain(state, utterance);
  return behindMs;
}

function sendAgain(state: ConnectionState, audio: RewoundUtterance): void {
  const { outbox, marks } = state;
  if (marks === undefined) return announceAgain(state, audio);
  const { utterance, sampleRate, firstSample, pieces, samples } = audio;
  const mark = (names: readonly string[]): void => names.forEach((name) => outbox.sendMark(name));
  marks.goOn(utterance, firstSample);
  for (const piece of pieces) {
    outbox.sendAudio(piece);
    mark(marks.record({ kind: 'audio', utterance, frame: { samples: piece, sampleRate } }));
  }
  if (samples !== null) mark(marks.record({ kind: 'end', utterance, samples }));
}

function ignore(): void {}
