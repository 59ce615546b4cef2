import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { ClientMessage, ServerMessageBody } from '../../core/protocol.ts';
import { createFieldError } from './connectionError.ts';

/** A `playback.*` message. */
export type PlaybackUpdate = Extract<ClientMessage, { readonly played_samples: number }>;

/** The agent's audio that was sent to a client, to check its playback messages against. */
export interface SentAudio {
  /** The latest 32 utterances, oldest first. */
  readonly utterances: ReadonlyMap<string, SentUtterance>;
  /** Number of cleared utterances. */
  readonly clears: number;
}

interface SentUtterance {
  readonly samples: number;
  /** Undefined while it is not cleared. */
  readonly clearId: number | undefined;
}

export const NOTHING_SENT: SentAudio = { utterances: new Map(), clears: 0 };

const MAX_UTTERANCES = 32;

const UNSENT: SentUtterance = { samples: 0, clearId: undefined };

/** Records one more command. */
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

/** Returns the message to the client for a command that is not recorded yet. */
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
 * Translates a playback message. A count beyond the sent samples is lowered to them: a client that resamples rounds.
 *
 * @throws ConnectionError `protocol_error` for an utterance that was never sent, or a `clear_id` that is not its own
 */
export function toPlayoutReport({ utterances }: SentAudio, update: PlaybackUpdate): PlayoutReport {
  const { utterance_id: utterance, type } = update;
  const sent = utterances.get(utterance);
  if (sent === undefined) throw createFieldError('utterance_id', type, 'an utterance that was sent', utterance);
  if (type === 'playback.cleared' && sent.clearId !== update.clear_id)
    throw createFieldError('clear_id', type, `that of the clear of ${utterance}`, `${update.clear_id}`);
  const playedSamples = Math.min(update.played_samples, sent.samples);
  const latency = type === 'playback.cleared' ? undefined : update.output_latency_ms;
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
