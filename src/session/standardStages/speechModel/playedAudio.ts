import type { PlayoutEvent } from '../../../core/playout.ts';
import type { SpeechEvent } from '../../../core/turn.ts';
import { dropOldest } from '../../../stream/dropOldest.ts';
import type { ReplyAudio } from './replyAudio.ts';

/** A part of an utterance that the model speaks, and the sample of the utterance at which it begins. */
interface PlayedPart {
  readonly audio: ReplyAudio | null;
  readonly begins: number;
  /** The sample of the reply's audio at which it begins. */
  readonly from: number;
  /** The rate of the reply's audio relative to that of the utterance. */
  readonly ratio: number;
}

/** A part that has begun, whose audio is still to come. */
interface BegunPart {
  readonly audio: ReplyAudio;
  readonly from: number;
  readonly isFiller: boolean;
}

interface Utterance {
  readonly turn: number;
  samples: number;
  /** The kind of the latest text; null: none yet. */
  isFiller: boolean | null;
  awaitsAudio: boolean;
  readonly begun: BegunPart[];
  readonly parts: PlayedPart[];
  isSounding: boolean;
}

/** Utterances that may still be played; bounded. */
const UTTERANCES_KEPT = 64;

/** Which audio of the model each utterance consists of, and how much of it was played. */
export class PlayedAudio {
  readonly #utterances = new Map<string, Utterance>();
  readonly #begun = new Map<string, BegunPart[]>();

  /** Notes that a part of an utterance begins at a sample of a reply's audio. */
  begin(utterance: string, part: BegunPart): void {
    const begun = this.#utterances.get(utterance)?.begun ?? this.#begun.get(utterance) ?? [];
    begun.push(part);
    if (!this.#utterances.has(utterance)) this.#begun.set(utterance, begun);
  }

  addSpeech(event: SpeechEvent, modelRate: number): void {
    if (event.kind === 'started') return this.#start(event.turn, event.utterance);
    const spoken = this.#utterances.get(event.utterance);
    if (spoken === undefined) return;
    if (event.kind === 'text') addText(spoken, event.filler === true);
    if (event.kind === 'ended' && spoken.samples === 0) this.#utterances.delete(event.utterance);
    if (event.kind !== 'audio') return;
    if (spoken.awaitsAudio) beginPart(spoken, modelRate / event.frame.sampleRate);
    spoken.samples += event.frame.samples.length;
  }

  /** Adds an event of playout. Returns the turn and the texts of the application in an utterance that stops; otherwise null. */
  addPlayout(event: PlayoutEvent): { readonly turn: number; readonly texts: readonly ReplyAudio[] } | null {
    const spoken = this.#utterances.get(event.utterance);
    if (spoken === undefined) return null;
    if (event.kind === 'sent') spoken.isSounding = true;
    if (event.kind !== 'stopped') return null;
    this.#utterances.delete(event.utterance);
    const parts = notePlayed(spoken, event.samples);
    return { turn: spoken.turn, texts: parts.filter(({ turn }) => turn < 0) };
  }

  /** Returns whether an utterance of the reply is spoken or played. */
  isOpen(turn: number): boolean {
    for (const spoken of this.#utterances.values()) if (spoken.turn === turn) return true;
    return false;
  }

  /** Returns whether an utterance of the reply is being played. */
  isSounding(turn: number): boolean {
    for (const spoken of this.#utterances.values()) if (spoken.turn === turn && spoken.isSounding) return true;
    return false;
  }

  #start(turn: number, utterance: string): void {
    const begun = this.#begun.get(utterance) ?? [];
    this.#begun.delete(utterance);
    const parts: PlayedPart[] = [];
    this.#utterances.set(utterance, {
      turn,
      samples: 0,
      isFiller: null,
      awaitsAudio: false,
      begun,
      parts,
      isSounding: false,
    });
    dropOldest(this.#utterances, UTTERANCES_KEPT);
  }
}

function addText(spoken: Utterance, isFiller: boolean): void {
  if (spoken.isFiller === isFiller) return;
  spoken.isFiller = isFiller;
  spoken.awaitsAudio = true;
}

function beginPart(spoken: Utterance, ratio: number): void {
  spoken.awaitsAudio = false;
  const at = spoken.begun.findIndex(({ isFiller }) => isFiller === spoken.isFiller);
  const begun = at < 0 ? undefined : spoken.begun[at];
  spoken.begun.splice(0, at + 1);
  spoken.parts.push({ audio: begun?.audio ?? null, begins: spoken.samples, from: begun?.from ?? 0, ratio });
}

/** Notes how much of each reply's audio was played with the first samples of an utterance. */
function notePlayed({ parts, samples: total }: Utterance, samples: number): readonly ReplyAudio[] {
  return parts.flatMap(({ audio, begins, from, ratio }, index) => {
    if (audio === null) return [];
    const ends = parts[index + 1]?.begins ?? total;
    const played = Math.max(0, Math.min(samples, ends) - begins);
    if (played > 0) audio.setHeard(from + Math.round(played * ratio));
    return [audio];
  });
}
