import { explainOpenTurn, explainTurnEnd, type WaitOptions } from '../../../operators/endpointing/explain.ts';
import type { TurnInput } from '../../../operators/endpointing/turnState.ts';
import { explainJudgedEnd, explainOpenPause, type KnownVerdict } from '../../../operators/turnEnd/explain.ts';
import { JudgedTurn } from '../../../operators/turnEnd/judgedTurn.ts';
import { thresholdOf } from '../../../operators/turnEnd/judgePause.ts';
import type { Delays } from '../../../operators/turnEnd/judgement.ts';
import { isSamePause, type Pause } from '../../../operators/turnEnd/pause.ts';
import { RULES, type Rule } from '../../core/rules.ts';
import { sentence, type Sentence } from '../../core/sentence.ts';
import type { RecogniserTurn } from '../../core/speech.ts';
import type { TurnVerdict } from '../../core/turnModel.ts';
import type { SessionSettings } from '../config/config.ts';
import type { FloorEvent } from '../floor/types.ts';

interface HeardVerdict {
  readonly by: KnownVerdict['by'];
  readonly over: number;
  readonly pause: Pause | null;
}

/** Follows the events of the floor as the endpointing stage does, to explain what it does. */
export class EndpointingShadow {
  readonly #turn: JudgedTurn = new JudgedTurn({ minDelayMs: 0, maxDelayMs: 0, silenceMs: 0 }, false);
  #verdict: HeardVerdict | null = null;
  #settings: SessionSettings | null = null;
  #finalTimeoutMs: number | null = null;
  /** Scheduler times at which segments have ended. */
  readonly #endedAt = new Map<number, number>();

  takeTimeout(finalTimeoutMs: number): void {
    this.#finalTimeoutMs = finalTimeoutMs;
  }

  takeVerdict({ over }: TurnVerdict): void {
    this.#verdict = { by: 'model', over, pause: this.#turn.pause };
  }

  takeFinding({ state }: RecogniserTurn): void {
    this.#verdict = { by: 'recogniser', over: state === 'end' ? 1 : 0, pause: this.#turn.pause };
  }

  takeEvent(event: FloorEvent, now: number, settings: SessionSettings): void {
    this.#settings = settings;
    if (event.kind === 'ended') this.#endedAt.set(event.segment, now);
    if (event.kind === 'settled') this.#endedAt.delete(event.segment);
    if (isTurnInput(event)) this.#turn.update(event, now);
  }

  /** Explains the end of a turn that the stage has found, and starts the next turn. */
  explainEnd(now: number): { readonly rule: Rule; readonly sentence: Sentence } | null {
    if (this.#settings === null) return null;
    const explained = this.#explainEnd(this.#settings, now);
    this.#turn.end();
    this.#verdict = null;
    return explained;
  }

  #explainEnd(settings: SessionSettings, now: number): { readonly rule: Rule; readonly sentence: Sentence } {
    if (settings.pushToTalk)
      return { rule: RULES.pushToTalk, sentence: sentence`the client has ended the turn, and its words are known` };
    const { state, pause } = this.#turn;
    if (settings.turnDetection === undefined) {
      const options = { now, minDelayMs: settings.minEndpointingDelayMs };
      return { rule: RULES.turn, sentence: explainTurnEnd(state, options) };
    }
    const judged = { state, pause, verdict: this.#knownVerdict(settings), delays: delaysOf(settings) };
    return { rule: ruleOf(settings), sentence: explainJudgedEnd(judged, now) };
  }

  /** Explains what the end of the turn waits for. Null if nothing has been said. */
  explainWait(now: number): { readonly rule: Rule; readonly sentence: Sentence } | null {
    const settings = this.#settings;
    if (settings === null) return null;
    const { state, pause } = this.#turn;
    const wordsDueAt = (segment: number): number | null => this.#wordsDueAt(segment);
    const options: WaitOptions = { now, minDelayMs: settings.minEndpointingDelayMs, wordsDueAt };
    const isJudged = settings.turnDetection !== undefined && !settings.pushToTalk;
    const explained = isJudged
      ? explainOpenPause({ state, pause, verdict: this.#knownVerdict(settings), delays: delaysOf(settings) }, options)
      : explainOpenTurn(state, options);
    return explained && { rule: isJudged ? ruleOf(settings) : RULES.turn, sentence: explained };
  }

  #wordsDueAt(segment: number): number | null {
    const endedAt = this.#endedAt.get(segment);
    return endedAt === undefined || this.#finalTimeoutMs === null ? null : endedAt + this.#finalTimeoutMs;
  }

  /** Returns the verdict on the current pause, or null while it has no verdict. */
  #knownVerdict({ turnDetection }: SessionSettings): KnownVerdict | null {
    const heard = this.#verdict;
    if (heard === null || (heard.by === 'model' && !isSamePause(heard.pause, this.#turn.pause))) return null;
    const threshold = thresholdOf(this.#turn.language ?? turnDetection?.language, turnDetection ?? {});
    return { by: heard.by, over: heard.over, threshold };
  }
}

function delaysOf({ turnDetection, minEndpointingDelayMs }: SessionSettings): Delays {
  const { minDelayMs = 0, maxDelayMs = 0 } = turnDetection ?? {};
  return { minDelayMs, maxDelayMs, silenceMs: minEndpointingDelayMs };
}

function ruleOf({ turnDetection }: SessionSettings): Rule {
  switch (turnDetection?.configured.provider) {
    case 'stt':
      return RULES.recogniserTurns;
    case 'smart-turn':
      return RULES.smartTurn;
    default:
      return RULES.turnModel;
  }
}

function isTurnInput(event: FloorEvent): event is TurnInput {
  switch (event.kind) {
    case 'started':
    case 'window':
    case 'truncated':
    case 'ended':
    case 'interim':
    case 'final':
    case 'settled':
      return true;
    default:
      return false;
  }
}
