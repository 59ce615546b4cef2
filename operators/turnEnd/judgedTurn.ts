import type { UserTurn } from '../../src/core/speech.ts';
import {
  createTurn,
  startNextTurn,
  textOf,
  updateTurn,
  type TurnInput,
  type TurnState,
} from '../endpointing/turnState.ts';
import { computeTurnEnd, NOT_JUDGED, type Delays, type Judgement } from './judgement.ts';
import { isSamePause, pauseOf, type Pause } from './pause.ts';

/** The user's turn so far, with the latest judgement on its pause. */
export class JudgedTurn {
  readonly state: TurnState = createTurn();
  readonly #delays: Delays;
  readonly #finalsSettle: boolean;
  #voiced: number | null = null;
  #language: string | undefined;
  #judgement: Judgement = NOT_JUDGED;

  constructor(delays: Delays, finalsSettle: boolean) {
    this.#delays = delays;
    this.#finalsSettle = finalsSettle;
  }

  /** Whether the latest window was voiced. */
  get isVoiced(): boolean {
    return this.#voiced !== null;
  }

  /** The language of the latest transcript that names one. */
  get language(): string | undefined {
    return this.#language;
  }

  /** The pause that the user makes; null while they speak. */
  get pause(): Pause | null {
    return pauseOf(this.state, this.#voiced);
  }

  update(event: TurnInput, now: number): void {
    updateTurn(this.state, event, { now, finalsSettle: this.#finalsSettle });
    this.#voiced = findVoiced(this.#voiced, event);
    if ('language' in event) this.#language = event.language ?? this.#language;
  }

  /** Takes a judgement. */
  judge(judgement: Judgement): void {
    this.#judgement = judgement;
  }

  /** Returns whether a judgement is the first to call the pause the probable end of the turn. */
  isNewlyEager({ isEager, pause }: Judgement): boolean {
    const { isEager: wasEager, pause: before } = this.#judgement;
    return isEager === true && !(wasEager === true && isSamePause(pause, before));
  }

  /** Computes when the turn ends, in scheduler time; null while unknown. */
  computeEnd(): number | null {
    return computeTurnEnd(this.state, this.pause, this.#judgement, this.#delays);
  }

  /** Returns the turn and starts the next one. */
  end(): UserTurn {
    const turn = { turn: this.state.turn, text: textOf(this.state) };
    startNextTurn(this.state);
    return turn;
  }
}

/** Returns the segment whose latest window was voiced; null in a pause. */
function findVoiced(before: number | null, event: TurnInput): number | null {
  if (event.kind === 'started') return event.segment;
  if (event.kind === 'window') return event.voiced ? event.segment : null;
  return event.kind === 'ended' ? null : before;
}
