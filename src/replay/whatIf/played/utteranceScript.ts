import { samplesOfMs } from '../../../core/audio.ts';
import type { WrittenTtsEvent } from '../../../record/format.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { audioMsOf, type RecordedUtterance, type TtsPace, type UtteranceEvent } from '../recorded/utterances.ts';

/** A TTS action and its time, in ms of the scheduler. */
export type TtsStep = { readonly dueMs: number } & (
  | { readonly kind: 'event'; readonly event: WrittenTtsEvent }
  | { readonly kind: 'wait' | 'stall' }
  | { readonly kind: 'fail'; readonly message: string }
);

/**
 * Produces the TTS actions for one utterance: as recorded as long as its text matches a recorded one, then at the mean
 * pace.
 */
export class UtteranceScript {
  readonly #recorded: RecordedSession;
  readonly #spokenBy: SpokenBy;
  #text = '';
  #firstMs = 0;
  #dueMs = 0;
  #model: ActiveUtterance | null = null;
  /** Number of characters with audio. */
  #spoken = 0;

  constructor(recorded: RecordedSession, spokenBy: SpokenBy) {
    this.#recorded = recorded;
    this.#spokenBy = spokenBy;
  }

  /** Returns the actions for the next piece of text. */
  add(piece: string, nowMs: number): readonly TtsStep[] {
    if (this.#text === '') {
      this.#firstMs = nowMs;
      this.#model = findUtterance(this.#recorded.utterances, piece, this.#spokenBy);
    }
    this.#text += piece;
    this.#dueMs = Math.max(this.#dueMs, nowMs);
    if (this.#model === null) return this.#extrapolate();
    if (this.#model.utterance.text.startsWith(this.#text)) return this.#follow(this.#model, this.#text.length);
    return this.#leave(this.#model);
  }

  /** Returns the actions at the end of the text. */
  end(): readonly TtsStep[] {
    const model = this.#model;
    if (model === null) return [];
    const { end, text } = model.utterance;
    if (end.kind === 'cut' || text !== this.#text) return this.#leave(model);
    const steps = this.#follow(model, text.length);
    const dueMs = Math.max(this.#dueMs, this.#firstMs + end.atMs);
    if (end.kind === 'failed') return [...steps, { dueMs, kind: 'fail', message: end.error.message }];
    return [...steps, { dueMs, kind: end.kind === 'stalled' ? 'stall' : 'wait' }];
  }

  #follow(model: ActiveUtterance, upTo: number): readonly TtsStep[] {
    return takeUpTo(model, upTo).map(({ atMs, event }) => {
      this.#dueMs = Math.max(this.#dueMs, this.#firstMs + atMs);
      return { dueMs: this.#dueMs, kind: 'event', event };
    });
  }

  /** Follows the recorded utterance as far as the texts are equal. The rest is spoken at the mean pace. */
  #leave(model: ActiveUtterance): readonly TtsStep[] {
    const common = commonLength(model.utterance.text, this.#text);
    const steps = this.#follow(model, common);
    this.#spoken = Math.min(common, spokenOf(model, this.#pace.msPerChar));
    this.#model = null;
    return [...steps, ...this.#extrapolate()];
  }

  get #pace(): TtsPace {
    return this.#recorded.paces[this.#spokenBy.voice] as TtsPace;
  }

  #extrapolate(): readonly TtsStep[] {
    const { updates, head } = this.#recorded;
    const pace = this.#pace;
    const rest = this.#text.length - this.#spoken;
    if (rest <= 0) return [];
    const rate = (updates.voices[this.#spokenBy.voice] ?? head.ports.tts).sampleRate;
    this.#dueMs = Math.max(this.#dueMs, this.#firstMs + pace.firstByteMs);
    this.#spoken = this.#text.length;
    const audio: WrittenTtsEvent = { kind: 'audio', samples: samplesOfMs(rest * pace.msPerChar, rate), rate };
    const events: readonly WrittenTtsEvent[] = [audio, { kind: 'mark', chars: this.#text.length }];
    return events.map((event) => ({ dueMs: this.#dueMs, kind: 'event', event }));
  }
}

/** Identifies the speaker. */
export interface SpokenBy {
  /** The index of the voice. */
  readonly voice: number;
  /** The recorded turn that is being answered. */
  readonly turn: number | null;
}

/** A recorded utterance that is being spoken again. */
interface ActiveUtterance {
  readonly utterance: RecordedUtterance;
  /** The number of its events used so far. */
  taken: number;
}

/** Finds one of the voice's utterances that begins with this text, preferably in this turn. */
function findUtterance(
  utterances: readonly RecordedUtterance[],
  piece: string,
  { voice, turn }: SpokenBy,
): ActiveUtterance | null {
  const alike = utterances.filter((one) => one.voice === voice && one.text.startsWith(piece));
  const utterance = alike.find((one) => one.turn === turn) ?? alike[0];
  return utterance === undefined ? null : { utterance, taken: 0 };
}

/** Takes the events that came while TTS had at most this much of the text. */
function takeUpTo(model: ActiveUtterance, upTo: number): readonly UtteranceEvent[] {
  const { events } = model.utterance;
  const beyond = events.findIndex(({ given }, n) => n >= model.taken && given > upTo);
  const taken = events.slice(model.taken, beyond === -1 ? events.length : beyond);
  model.taken += taken.length;
  return taken;
}

/** Returns how many characters the events taken cover: those up to the last mark, plus those of the audio after it. */
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
