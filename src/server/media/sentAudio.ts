import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { ClientMessage, ServerMessageBody } from '../../core/protocol.ts';
import { ConnectionError } from './connectionError.ts';

/** What a client says of its playing. */
export type PlaybackUpdate = Extract<ClientMessage, { readonly played_samples: number }>;

/** What was sent to a client of the agent's audio: against this what it says of it is checked. */
export interface SentAudio {
  /** The latest utterances, oldest first. At most 32. */
  readonly utterances: ReadonlyMap<string, SentUtterance>;
  /** How many utterances were cleared. */
  readonly clears: number;
}

interface SentUtterance {
  readonly samples: number;
  /** Undefined: it was not cleared. */
  readonly clearId: number | undefined;
}

export const NOTHING_SENT: SentAudio = { utterances: new Map(), clears: 0 };

const MAX_UTTERANCES = 32;

const UNSENT: SentUtterance = { samples: 0, clearId: undefined };

/** After one more command was carried out. */
export function applyCommand(sent: SentAudio, command: PlayoutCommand): SentAudio {
  const { utterance } = command;
  const before = sent.utterances.get(utterance) ?? UNSENT;
  switch (command.kind) {
    case 'start':
      return withUtterance(sent, utterance, before);
    case 'audio':
      return withUtterance(sent, utterance, { ...before, samples: before.samples + command.frame.samples.length });
    case 'end':
      return sent;
    case 'clear':
      return { ...withUtterance(sent, utterance, { ...before, clearId: sent.clears }), clears: sent.clears + 1 };
  }
}

/** What a client is told of a command that is about to be carried out; audio goes without words. */
export function toCommandMessage(
  { clears }: SentAudio,
  command: Exclude<PlayoutCommand, { readonly kind: 'audio' }>,
): ServerMessageBody {
  const { utterance: utterance_id } = command;
  switch (command.kind) {
    case 'start':
      return { type: 'audio.start', utterance_id, sample_rate: command.sampleRate };
    case 'end':
      return { type: 'audio.end', utterance_id, samples: command.samples };
    case 'clear':
      return { type: 'clear', utterance_id, clear_id: clears };
  }
}

/**
 * What a client's word means. A count beyond what was sent is taken as all that was sent: whoever resamples rounds.
 *
 * @throws LineFault `protocol_error` if it speaks of an utterance that was never sent, or answers a `clear` that was not asked
 */
export function toPlayoutReport({ utterances }: SentAudio, said: PlaybackUpdate): PlayoutReport {
  const { utterance_id: utterance, type } = said;
  const sent = utterances.get(utterance);
  if (sent === undefined) throw impossible('utterance_id', said, 'an utterance that was sent', utterance);
  if (type === 'playback.cleared' && sent.clearId !== said.clear_id)
    throw impossible('clear_id', said, `that of the clear of ${utterance}`, `${said.clear_id}`);
  const playedSamples = Math.min(said.played_samples, sent.samples);
  const latency = type === 'playback.cleared' ? undefined : said.output_latency_ms;
  return { kind: KINDS[type], utterance, playedSamples, outputLatencyMs: latency };
}

const KINDS: Readonly<Record<PlaybackUpdate['type'], PlayoutReport['kind']>> = {
  'playback.started': 'started',
  'playback.position': 'position',
  'playback.finished': 'finished',
  'playback.cleared': 'cleared',
};

function withUtterance(sent: SentAudio, utterance: string, now: SentUtterance): SentAudio {
  const utterances = new Map(sent.utterances).set(utterance, now);
  const [oldest] = utterances.keys();
  if (utterances.size > MAX_UTTERANCES && oldest !== undefined) utterances.delete(oldest);
  return { ...sent, utterances };
}

function impossible(field: string, { type }: PlaybackUpdate, expected: string, got: string): ConnectionError {
  return new ConnectionError('protocol_error', `Expected "${field}" of ${type} to be ${expected}, got ${got}.`);
}
