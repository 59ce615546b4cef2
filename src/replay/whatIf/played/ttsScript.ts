import { samplesOfMs } from '../../../core/audio.ts';
import type { WrittenTtsEvent } from '../../../record/format.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { audioMsOf, type RecordedUtterance, type UtteranceEvent } from '../recorded/utterances.ts';

/** An action of TTS with its time, in ms of the scheduler. */
export type TtsStep = { readonly dueMs: number } & (
  | { readonly kind: 'event'; readonly event: WrittenTtsEvent }
  | { readonly kind: 'wait' | 'stall' }
  | { readonly kind: 'fail'; readonly message: string }
);

/** Maps each piece of an utterance's text, null for its end, to the actions of TTS. */
export type TtsScript = (piece: string | null, nowMs: number) => readonly TtsStep[];

/** Creates the script of one utterance; `turn`: the turn of the recording that is being answered. */
export function createTtsScript(recorded: RecordedSession, turn: number | null): TtsScript {
  const { pace, head, utterances } = recorded;
  let text = '';
  let firstMs = 0;
  let dueMs = 0;
  let model: ActiveUtterance | null = null;
  /** Characters with audio. */
  let spoken = 0;

  const extrapolate = (): readonly TtsStep[] => {
    const rest = text.length - spoken;
    if (rest <= 0) return [];
    const samples = samplesOfMs(rest * pace.msPerChar, head.ports.tts.sampleRate);
    dueMs = Math.max(dueMs, firstMs + pace.firstByteMs);
    spoken = text.length;
    return [
      { dueMs, kind: 'event', event: { kind: 'audio', samples, rate: head.ports.tts.sampleRate } },
      { dueMs, kind: 'event', event: { kind: 'mark', chars: text.length } },
    ];
  };
  const follow = (own: ActiveUtterance, upTo: number): readonly TtsStep[] => {
    const lines = takeUpTo(own, upTo).map(({ atMs, event }): TtsStep => {
      dueMs = Math.max(dueMs, firstMs + atMs);
      return { dueMs, kind: 'event', event };
    });
    return lines;
  };
  const leave = (own: ActiveUtterance): readonly TtsStep[] => {
    const common = commonLength(own.utterance.text, text);
    const lines = follow(own, common);
    spoken = Math.min(common, spokenOf(own, pace.msPerChar));
    model = null;
    return lines;
  };
  const finish = (own: ActiveUtterance): readonly TtsStep[] => {
    const { end, text: whole } = own.utterance;
    if (end.kind === 'cut' || whole !== text) return [...leave(own), ...extrapolate()];
    const lines = follow(own, text.length);
    dueMs = Math.max(dueMs, firstMs + end.atMs);
    if (end.kind === 'failed') return [...lines, { dueMs, kind: 'fail', message: end.error.message }];
    return [...lines, { dueMs, kind: end.kind === 'stalled' ? 'stall' : 'wait' }];
  };

  return (piece, nowMs) => {
    if (piece === null) return model === null ? [] : finish(model);
    if (text === '') {
      firstMs = nowMs;
      model = findUtterance(utterances, piece, turn);
    }
    text += piece;
    dueMs = Math.max(dueMs, nowMs);
    if (model === null) return extrapolate();
    if (model.utterance.text.startsWith(text)) return follow(model, text.length);
    return [...leave(model), ...extrapolate()];
  };
}

/** A recorded utterance that is being spoken again. */
interface ActiveUtterance {
  readonly utterance: RecordedUtterance;
  /** How many of its events have been taken. */
  taken: number;
}

/** Finds an utterance that begins with this text, preferably one of the turn. */
function findUtterance(
  utterances: readonly RecordedUtterance[],
  piece: string,
  turn: number | null,
): ActiveUtterance | null {
  const alike = utterances.filter(({ text }) => text.startsWith(piece));
  const utterance = alike.find((one) => one.turn === turn) ?? alike[0];
  return utterance === undefined ? null : { utterance, taken: 0 };
}

/** Takes the events that came when TTS had at most so much of the text. */
function takeUpTo(model: ActiveUtterance, upTo: number): readonly UtteranceEvent[] {
  const { events } = model.utterance;
  const beyond = events.findIndex(({ given }, n) => n >= model.taken && given > upTo);
  const taken = events.slice(model.taken, beyond === -1 ? events.length : beyond);
  model.taken += taken.length;
  return taken;
}

/** The characters covered by the events taken: up to their last mark, and by the audio after it. */
function spokenOf({ utterance, taken }: ActiveUtterance, msPerChar: number): number {
  const events = utterance.events.slice(0, taken);
  const at = events.findLastIndex(({ event }) => event.kind === 'mark');
  const mark = events[at]?.event;
  const marked = mark?.kind === 'mark' ? mark.chars : 0;
  return marked + Math.floor(audioMsOf(events.slice(at + 1)) / msPerChar);
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return length;
}
