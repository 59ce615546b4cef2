import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { ClientMessage, ServerNote } from '../../core/protocol.ts';
import { LineFault } from './lineFault.ts';

/** What a client says of its playing. */
export type PlaybackSaid = Extract<ClientMessage, { readonly played_samples: number }>;

/** What was sent to a client of the agent's audio: against this what it says of it is checked. */
export interface Sent {
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

export const nothingSent: Sent = { utterances: new Map(), clears: 0 };

const MAX_UTTERANCES = 32;

const UNSENT: SentUtterance = { samples: 0, clearId: undefined };

/** After one more command was carried out. */
export function withCommand(sent: Sent, command: PlayoutCommand): Sent {
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
export function noteOf({ clears }: Sent, command: Exclude<PlayoutCommand, { readonly kind: 'audio' }>): ServerNote {
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
export function reportOf({ utterances }: Sent, said: PlaybackSaid): PlayoutReport {
  const { utterance_id: utterance, type } = said;
  const sent = utterances.get(utterance);
  if (sent === undefined) throw impossible('utterance_id', said, 'an utterance that was sent', utterance);
  if (type === 'playback.cleared' && sent.clearId !== said.clear_id)
    throw impossible('clear_id', said, `that of the clear of ${utterance}`, `${said.clear_id}`);
  const playedSamples = Math.min(said.played_samples, sent.samples);
  const latency = type === 'playback.cleared' ? undefined : said.output_latency_ms;
  return { kind: KINDS[type], utterance, playedSamples, outputLatencyMs: latency };
}

const KINDS: Readonly<Record<PlaybackSaid['type'], PlayoutReport['kind']>> = {
  'playback.started': 'started',
  'playback.position': 'position',
  'playback.finished': 'finished',
  'playback.cleared': 'cleared',
};

function withUtterance(sent: Sent, utterance: string, now: SentUtterance): Sent {
  const utterances = new Map(sent.utterances).set(utterance, now);
  const [oldest] = utterances.keys();
  if (utterances.size > MAX_UTTERANCES && oldest !== undefined) utterances.delete(oldest);
  return { ...sent, utterances };
}

function impossible(field: string, { type }: PlaybackSaid, expected: string, got: string): LineFault {
  return new LineFault('protocol_error', `Expected "${field}" of ${type} to be ${expected}, got ${got}.`);
}
