import { explainEnd, explainNoStart, explainStart } from '../../../operators/vad/explain.ts';
import { RULES } from '../../core/rules.ts';
import { sentence, type Sentence } from '../../core/sentence.ts';
import type { Rule } from '../../core/rules.ts';
import { detectVoice, QUIET, type Thresholds, type VoiceState } from '../../core/voiceActivity.ts';
import type { SessionSettings } from '../config/config.ts';
import { createVadLimits } from '../standardStages/createStandardStages.ts';
import type { FloorEvent } from '../floor/types.ts';

/** Follows the probabilities and the segments as the VAD does, to explain what it does. */
export class VoiceShadow {
  readonly #windowMs: number;
  #voice: VoiceState = QUIET;
  #latest: number | null = null;
  #atMs = 0;
  #settings: SessionSettings | null = null;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  takeScore(probability: number): void {
    this.#latest = probability;
    this.#atMs += this.#windowMs;
    if (this.#settings === null) return;
    this.#voice = detectVoice(this.#voice, probability, this.#atMs, this.#thresholdsOf(this.#settings)).state;
  }

  takeEvent(event: FloorEvent, settings: SessionSettings): void {
    this.#settings = settings;
    if (event.kind !== 'ended') return;
    this.#voice = QUIET;
    // What was scored before a mute or a stall says nothing about the time after it.
    if (event.by !== 'silence') this.#latest = null;
  }

  /** Explains the start or the end of a segment. Null for another event. */
  explain(event: FloorEvent): { readonly rule: Rule; readonly sentence: Sentence } | null {
    if (this.#settings === null || (event.kind !== 'started' && event.kind !== 'ended')) return null;
    const thresholds = this.#thresholdsOf(this.#settings);
    if (event.kind === 'ended') return { rule: RULES.speech, sentence: explainEnd(event, thresholds) };
    return this.#settings.pushToTalk
      ? { rule: RULES.pushToTalk, sentence: sentence`the client sends audio of a new segment` }
      : { rule: RULES.speech, sentence: explainStart(event, thresholds) };
  }

  /** Explains why no segment starts. Null if one is open, or nothing is known. */
  explainAbsence(): Sentence | null {
    if (this.#settings === null || this.#latest === null) return null;
    return explainNoStart(this.#voice, this.#latest, this.#thresholdsOf(this.#settings));
  }

  #thresholdsOf(settings: SessionSettings): Thresholds {
    const limits = createVadLimits(settings, settings.turnDetection?.configured.provider === 'stt');
    return { ...limits, windowMs: this.#windowMs };
  }
}
