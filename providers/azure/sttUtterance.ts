import type { WireFault } from '../../src/wire/fault.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import { asNumber, asText, parseObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction } from '../../src/wire/stt/dialect.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import { detailsIn, textIn } from './phrase.ts';
import type { SttPlan, SttTurn } from './sttTurn.ts';
import { sttTurn } from './sttTurn.ts';
import type { Unrecognised } from './unrecognised.ts';
import { unrecognised } from './unrecognised.ts';
import type { UspFrame } from './usp.ts';
import { msOfTicks } from './usp.ts';

export interface SttUtteranceOptions {
  readonly number: number;
  readonly plan: SttPlan;
  readonly world: Pick<WireDeps, 'newId' | 'wallClock'>;
}

/** A service that ends turn after turn does not hear. */
const MOST_TURNS = 8;

/** An utterance, told in one turn, or in several where the service ends one before it has heard all. */
export class SttUtterance {
  readonly number: number;
  readonly #options: SttUtteranceOptions;
  #turn: SttTurn;
  #turns = 1;
  /** Of the turn. */
  #unrecognised: Unrecognised;
  /** Where the turn begins in the utterance's audio, in ms. */
  #fromMs = 0;
  /** What was heard since the last phrase. */
  #interim = '';
  /** `told`: its end was sent, and the service finishes · `failed`: what still comes means nothing. */
  #state: 'telling' | 'told' | 'failed' | 'over' = 'telling';

  constructor(options: SttUtteranceOptions) {
    this.number = options.number;
    this.#options = options;
    this.#turn = sttTurn(options.plan, options.world);
    this.#unrecognised = unrecognised(options.plan.sample_rate);
  }

  /** The service has ended its last turn. */
  get isOver(): boolean {
    return this.#state === 'over';
  }

  begin(): readonly SttAction[] {
    return sending([this.#turn.config(), ...this.#turn.head()]);
  }

  audio(samples: Int16Array): readonly SttAction[] {
    if (this.#state !== 'telling') return [];
    this.#unrecognised.push(samples);
    return sending(this.#turn.audio(samples));
  }

  end(): readonly SttAction[] {
    if (this.#state !== 'telling') return [];
    this.#state = 'told';
    return sending([this.#turn.end()]);
  }

  /** Frames of other turns are left aside. */
  hear({ path, requestId, body }: UspFrame): readonly SttAction[] {
    if (requestId !== this.#turn.id.toLowerCase()) return [];
    this.#turn.heard(path);
    if (path === 'turn.end') return [...sending([this.#turn.telemetry()]), ...this.#turnEnd()];
    const said = parseObject(body);
    if (said === null || this.#state === 'failed' || isOfAnotherChannel(said)) return [];
    if (path === 'speech.phrase') return this.#phrase(said);
    return path === 'speech.hypothesis' ? this.#hypothesis(said) : [];
  }

  #hypothesis(said: JsonObject): readonly SttAction[] {
    const text = asText(said['Text']);
    this.#interim = text;
    return [{ kind: 'interim', utterance: this.number, text, details: detailsIn(said, this.#fromMs) }];
  }

  #phrase(said: JsonObject): readonly SttAction[] {
    const status = asText(said['RecognitionStatus']);
    const fault = FAILURES.get(status);
    if (fault !== undefined) return this.#fail({ kind: fault, message: `the recognition ended with ${status}` });
    if (!HEARD.has(status)) return [];
    this.#interim = '';
    this.#unrecognised.recognised((msOfTicks(said['Offset']) ?? 0) + (msOfTicks(said['Duration']) ?? 0));
    return [{ kind: 'piece', utterance: this.number, text: textIn(said), details: detailsIn(said, this.#fromMs) }];
  }

  /** The turn is ended on the wire, too, or the next would not begin. */
  #fail(fault: WireFault): readonly SttAction[] {
    const end = this.end();
    this.#state = 'failed';
    return [{ kind: 'failed', utterance: this.number, fault }, ...end];
  }

  /** What was heard and is no phrase yet was not answered: the service did not know that the end was near. */
  #turnEnd(): readonly SttAction[] {
    const state = this.#state;
    if (state === 'telling' || (state === 'told' && this.#interim !== '')) return this.#goOn(state);
    this.#state = 'over';
    return state === 'failed' ? [] : [{ kind: 'done', utterance: this.number }];
  }

  #goOn(state: 'telling' | 'told'): readonly SttAction[] {
    if (this.#turns === MOST_TURNS) {
      this.#state = 'over';
      return [{ kind: 'failed', utterance: this.number, fault: UNHEARD }];
    }
    const { plan, world } = this.#options;
    const rest = this.#unrecognised.rest();
    this.#fromMs += this.#unrecognised.fromMs;
    this.#turns += 1;
    this.#turn = sttTurn(plan, world);
    this.#unrecognised = unrecognised(plan.sample_rate);
    this.#interim = '';
    this.#state = 'telling';
    return [...sending(this.#turn.head()), ...this.audio(rest), ...(state === 'told' ? this.end() : [])];
  }
}

/** Stretches of audio that are finished, with text or without. `EndOfDictation` is none. */
const HEARD: ReadonlySet<string> = new Set(['Success', 'NoMatch', 'InitialSilenceTimeout', 'BabbleTimeout']);

const FAILURES: ReadonlyMap<string, WireFault['kind']> = new Map([
  ['Error', 'retry'],
  ['TooManyRequests', 'retry'],
  ['BadRequest', 'final'],
  ['Forbidden', 'final'],
]);

const UNHEARD: WireFault = { kind: 'retry', message: 'the service ended turn after turn before the speech did' };

/** A session's audio is mono: of the same samples in two channels, the first is heard. */
function isOfAnotherChannel(said: JsonObject): boolean {
  return (asNumber(said['Channel']) ?? 0) !== 0;
}

function sending(frames: readonly SocketFrame[]): readonly SttAction[] {
  return frames.map((frame) => ({ kind: 'send', frame }));
}
