import type { WireFault } from '../../src/wire/fault.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import { asNumber, asText, parseObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction } from '../../src/wire/stt/dialect.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import { parseDetails, parseText } from './phrase.ts';
import type { SttTurnSettings, SttTurn } from './sttTurn.ts';
import { createSttTurn } from './sttTurn.ts';
import type { UnrecognisedAudio } from './unrecognisedAudio.ts';
import { createUnrecognisedAudio } from './unrecognisedAudio.ts';
import type { UspFrame } from './usp.ts';
import { msOfTicks } from './usp.ts';

export interface SttUtteranceOptions {
  readonly number: number;
  readonly settings: SttTurnSettings;
  readonly world: Pick<WireDeps, 'newId' | 'wallClock'>;
}

/** A service that ends turn after turn does not hear. */
const MAX_TURNS = 8;

/** An utterance, told in one turn, or in several where the service ends one before it has heard all. */
export class SttUtterance {
  readonly number: number;
  readonly #options: SttUtteranceOptions;
  #turn: SttTurn;
  #turns = 1;
  /** Of the turn. */
  #unrecognised: UnrecognisedAudio;
  /** Where the turn begins in the utterance's audio, in ms. */
  #fromMs = 0;
  /** What was heard since the last phrase. */
  #interim = '';
  /** `told`: its end was sent, and the service finishes · `failed`: what still comes means nothing. */
  #state: 'telling' | 'told' | 'failed' | 'over' = 'telling';

  constructor(options: SttUtteranceOptions) {
    this.number = options.number;
    this.#options = options;
    this.#turn = createSttTurn(options.settings, options.world);
    this.#unrecognised = createUnrecognisedAudio(options.settings.sample_rate);
  }

  /** The service has ended its last turn. */
  get hasEnded(): boolean {
    return this.#state === 'over';
  }

  begin(): readonly SttAction[] {
    return sendFrames([this.#turn.config(), ...this.#turn.start()]);
  }

  audio(samples: Int16Array): readonly SttAction[] {
    if (this.#state !== 'telling') return [];
    this.#unrecognised.push(samples);
    return sendFrames(this.#turn.audio(samples));
  }

  end(): readonly SttAction[] {
    if (this.#state !== 'telling') return [];
    this.#state = 'told';
    return sendFrames([this.#turn.end()]);
  }

  /** Frames of other turns are left aside. */
  hear({ path, requestId, body }: UspFrame): readonly SttAction[] {
    if (requestId !== this.#turn.id.toLowerCase()) return [];
    this.#turn.addReceived(path);
    if (path === 'turn.end') return [...sendFrames([this.#turn.telemetry()]), ...this.#handleTurnEnd()];
    const said = parseObject(body);
    if (said === null || this.#state === 'failed' || isOtherChannel(said)) return [];
    if (path === 'speech.phrase') return this.#handlePhrase(said);
    return path === 'speech.hypothesis' ? this.#handleHypothesis(said) : [];
  }

  #handleHypothesis(said: JsonObject): readonly SttAction[] {
    const text = asText(said['Text']);
    this.#interim = text;
    return [{ kind: 'interim', utterance: this.number, text, details: parseDetails(said, this.#fromMs) }];
  }

  #handlePhrase(said: JsonObject): readonly SttAction[] {
    const status = asText(said['RecognitionStatus']);
    const fault = FAILED_STATUSES.get(status);
    if (fault !== undefined) return this.#fail({ kind: fault, message: `the recognition ended with ${status}` });
    if (!COMPLETED_STATUSES.has(status)) return [];
    this.#interim = '';
    this.#unrecognised.dropUntil((msOfTicks(said['Offset']) ?? 0) + (msOfTicks(said['Duration']) ?? 0));
    return [
      { kind: 'piece', utterance: this.number, text: parseText(said), details: parseDetails(said, this.#fromMs) },
    ];
  }

  /** The turn is ended on the wire, too, or the next would not begin. */
  #fail(fault: WireFault): readonly SttAction[] {
    const end = this.end();
    this.#state = 'failed';
    return [{ kind: 'failed', utterance: this.number, fault }, ...end];
  }

  /** What was heard and is no phrase yet was not answered: the service did not know that the end was near. */
  #handleTurnEnd(): readonly SttAction[] {
    const state = this.#state;
    if (state === 'telling' || (state === 'told' && this.#interim !== '')) return this.#continueInNewTurn(state);
    this.#state = 'over';
    return state === 'failed' ? [] : [{ kind: 'done', utterance: this.number }];
  }

  #continueInNewTurn(state: 'telling' | 'told'): readonly SttAction[] {
    if (this.#turns === MAX_TURNS) {
      this.#state = 'over';
      return [{ kind: 'failed', utterance: this.number, fault: TOO_MANY_TURNS }];
    }
    const { settings, world } = this.#options;
    const rest = this.#unrecognised.remaining();
    this.#fromMs += this.#unrecognised.fromMs;
    this.#turns += 1;
    this.#turn = createSttTurn(settings, world);
    this.#unrecognised = createUnrecognisedAudio(settings.sample_rate);
    this.#interim = '';
    this.#state = 'telling';
    return [...sendFrames(this.#turn.start()), ...this.audio(rest), ...(state === 'told' ? this.end() : [])];
  }
}

/** Stretches of audio that are finished, with text or without. `EndOfDictation` is none. */
const COMPLETED_STATUSES: ReadonlySet<string> = new Set([
  'Success',
  'NoMatch',
  'InitialSilenceTimeout',
  'BabbleTimeout',
]);

const FAILED_STATUSES: ReadonlyMap<string, WireFault['kind']> = new Map([
  ['Error', 'retry'],
  ['TooManyRequests', 'retry'],
  ['BadRequest', 'final'],
  ['Forbidden', 'final'],
]);

const TOO_MANY_TURNS: WireFault = { kind: 'retry', message: 'the service ended turn after turn before the speech did' };

/** A session's audio is mono: of the same samples in two channels, the first is heard. */
function isOtherChannel(said: JsonObject): boolean {
  return (asNumber(said['Channel']) ?? 0) !== 0;
}

function sendFrames(frames: readonly SocketFrame[]): readonly SttAction[] {
  return frames.map((frame) => ({ kind: 'send', frame }));
}
