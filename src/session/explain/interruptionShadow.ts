import type { Interruption } from '../../core/speech.ts';
import type { Reason } from '../../core/reason.ts';
import {
  explainInterruption,
  explainNoInterruption,
  type ExplainedRules,
  type Explanation,
} from '../../../operators/interruption/explain.ts';
import {
  initialState,
  updateInterruption,
  type InterruptionInput,
  type InterruptionRules,
  type InterruptionState,
} from '../../../operators/interruption/interruptionState.ts';
import { isAnswerAudible } from '../floor/replyState.ts';
import type { Floor } from '../floor/state.ts';
import type { FloorEvent } from '../floor/types.ts';
import { createWordRules } from '../standardStages/createInterruption.ts';
import type { SessionSettings } from '../config/config.ts';

/** Pause that begins a new stretch of voice, as in the operator. */
const PAUSE_MS = 160;

/** Follows the events of the floor as the interruption stage does, to explain what it does. */
export class InterruptionShadow {
  #state: InterruptionState = initialState;
  #settings: SessionSettings | null = null;
  #mayGreet: boolean | null = null;

  /** Takes an event before the floor decides. */
  takeEvent(event: FloorEvent, settings: SessionSettings): void {
    this.#settings = settings;
    this.#mayGreet ??= settings.firstMessage !== undefined;
    if (event.kind === 'reply' && event.event.turn > 0) this.#mayGreet = false;
    const input = toInput(event);
    if (input !== null) this.#update(input, settings);
  }

  /** Takes the floor after the event. */
  takeFloor({ reply }: Floor, settings: SessionSettings): void {
    this.#update({ kind: 'audible', audible: isAnswerAudible(reply) }, settings);
  }

  explain(by: Interruption): Explanation | null {
    return this.#settings && explainInterruption(by, this.#state, this.#rulesOf(this.#settings));
  }

  explainAbsence(): Explanation | null {
    return this.#settings && explainNoInterruption(this.#state, this.#rulesOf(this.#settings));
  }

  #update(input: InterruptionInput, settings: SessionSettings): void {
    this.#state = updateInterruption(this.#state, input, this.#rulesOf(settings));
  }

  #rulesOf({ interruptTimeThresholdMs, interruptWordThreshold, phrases }: SessionSettings): InterruptionRules {
    const words = createWordRules(
      () => phrases,
      () => this.#mayGreet === true,
    );
    const rules: ExplainedRules = {
      minSpeechMs: interruptTimeThresholdMs,
      minWords: interruptWordThreshold,
      phrases: words,
    };
    return { ...rules, allow: true, pauseMs: PAUSE_MS };
  }
}

function toInput(event: FloorEvent): InterruptionInput | null {
  switch (event.kind) {
    case 'started':
    case 'window':
    case 'truncated':
    case 'ended':
      return { kind: 'activity', event };
    case 'interim':
    case 'final':
      return { kind: 'transcript', transcript: event };
    default:
      return null;
  }
}

/** Creates the reason of an explanation of the interruption stage. */
export function interruptionReason(by: Reason['by'], { rule, sentence }: Explanation): Reason {
  return { by, rule, text: sentence.text, numbers: sentence.numbers };
}
