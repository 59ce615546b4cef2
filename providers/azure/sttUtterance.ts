import type { TranscriptDetails } from '../../src/core/speech.ts';
import type { WireFault } from '../../src/wire/fault.ts';
import { asNumber, asText, parseObject, type JsonObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction } from '../../src/wire/stt/dialect.ts';
import { parseDetails, parseText } from './phrase.ts';
import type { SttTurnSettings } from './recognition.ts';
import type { AzureDeps } from './service.ts';
import { createSttTurn, type SttTurn } from './sttTurn.ts';
import { createUnrecognisedAudio, type UnrecognisedAudio } from './unrecognisedAudio.ts';
import { msOfTicks, type UspFrame } from './usp.ts';

/** After this many turns in a row without a phrase, the utterance fails. */
const MAX_FRUITLESS_TURNS = 8;

interface Hypothesis {
  readonly text: string;
  readonly details: TranscriptDetails;
}

/** One utterance, sent in one turn, or in several if the service ends a turn early. */
export class SttUtterance {
  readonly number: number;
  readonly #settings: SttTurnSettings;
  readonly #deps: AzureDeps;
  #turn: SttTurn;
  /** The turns in a row that ended without a phrase. */
  #fruitless = 0;
  /** Audio of the current turn. */
  #unrecognised: UnrecognisedAudio;
  /** Start of the turn in the utterance's audio, in ms. */
  #fromMs = 0;
  /** The last hypothesis since the last phrase. */
  #interim: Hypothesis | null = null;
  /** The last phrase: its turn, id, start and duration. */
  #phrase = '';
  /** The end of the last phrase, in ms of the turn. */
  #phraseEndMs = 0;
  /** `sent`: the end was sent and the service is finishing · `failed`: later messages are ignored. */
  #state: 'sending' | 'sent' | 'failed' | 'over' = 'sending';

  constructor(number: number, settings: SttTurnSettings, deps: AzureDeps) {
    this.number = number;
    this.#settings = settings;
    this.#deps = deps;
    this.#turn = createSttTurn(settings, deps);
    this.#unrecognised = createUnrecognisedAudio(settings.sample_rate);
  }

  /** True if the service has ended the last turn. */
  get hasEnded(): boolean {
    return this.#state === 'over';
  }

  begin(): readonly SttAction[] {
    return sendFrames([this.#turn.config(), ...this.#turn.start()]);
  }

  audio(samples: Int16Array): readonly SttAction[] {
    if (this.#state !== 'sending') return [];
    this.#unrecognised.push(samples);
    return sendFrames(this.#turn.audio(samples));
  }

  end(): readonly SttAction[] {
    if (this.#state !== 'sending') return [];
    this.#state = 'sent';
    return sendFrames([this.#turn.end()]);
  }

  /** Handles a message. Ignores messages of other turns. */
  receive({ path, requestId, body }: UspFrame): readonly SttAction[] {
    if (requestId !== this.#turn.id.toLowerCase()) return [];
    this.#turn.addReceived(path);
    if (path === 'turn.end') return [...sendFrames([this.#turn.telemetry()]), ...this.#handleTurnEnd()];
    const message = parseObject(body);
    if (message === null || this.#state === 'failed' || isOtherChannel(message)) return [];
    if (path === 'speech.phrase') return this.#handlePhrase(message);
    return path === 'speech.hypothesis' ? this.#handleHypothesis(message) : [];
  }

  #handleHypothesis(message: JsonObject): readonly SttAction[] {
    // A hypothesis may arrive after its own phrase.
    if ((msOfTicks(message['Offset']) ?? 0) < this.#phraseEndMs) return [];
    const [text, details] = [asText(message['Text']), parseDetails(message, this.#fromMs)];
    this.#interim = text === '' ? null : { text, details };
    return [{ kind: 'interim', utterance: this.number, text, details }];
  }

  #handlePhrase(message: JsonObject): readonly SttAction[] {
    const status = asText(message['RecognitionStatus']);
    const fault = FAILED_STATUSES.get(status);
    if (fault !== undefined) return this.#fail({ kind: fault, message: `the recognition ended with ${status}` });
    if (!COMPLETED_STATUSES.has(status) || this.#isRepeat(message)) return [];
    const [text, details] = [parseText(message), parseDetails(message, this.#fromMs)];
    if (text !== '') this.#fruitless = 0;
    this.#interim = null;
    this.#phraseEndMs = (msOfTicks(message['Offset']) ?? 0) + (msOfTicks(message['Duration']) ?? 0);
    this.#unrecognised.dropUntil(this.#phraseEndMs);
    return [{ kind: 'piece', utterance: this.number, text, details }];
  }

  /** Records a phrase. Returns whether it repeats the previous one: the same id, start and duration. */
  #isRepeat({ Id: id, Offset: offset, Duration: duration }: JsonObject): boolean {
    const key = JSON.stringify([this.#turn.id, id, offset, duration]);
    if (asText(id) === '' || this.#phrase !== key) {
      this.#phrase = key;
      return false;
    }
    return true;
  }

  /** Fails the utterance and ends its turn, so that the next can begin. */
  #fail(fault: WireFault): readonly SttAction[] {
    const end = this.end();
    this.#state = 'failed';
    return [{ kind: 'failed', utterance: this.number, fault }, ...end];
  }

  /**
   * Ends the utterance, or continues it if the user is still speaking or the last hypothesis has not become a phrase.
   * Repeats audio once: if that gives no phrase either, the hypothesis becomes its text.
   */
  #handleTurnEnd(): readonly SttAction[] {
    const state = this.#state;
    if (state === 'failed' || state === 'over') {
      this.#state = 'over';
      return [];
    }
    this.#fruitless += 1;
    const isRepeated = this.#fruitless > 1;
    if (state === 'sent' && (isRepeated || this.#interim === null)) {
      this.#state = 'over';
      return [...this.#takeInterim(), { kind: 'done', utterance: this.number }];
    }
    if (this.#fruitless === MAX_FRUITLESS_TURNS) {
      this.#state = 'over';
      return [{ kind: 'failed', utterance: this.number, fault: TOO_MANY_TURNS }];
    }
    const text = isRepeated ? this.#takeInterim() : [];
    if (isRepeated) this.#unrecognised.dropUntil(Number.POSITIVE_INFINITY);
    return [...text, ...this.#continueInNewTurn(state)];
  }

  /** Takes the last hypothesis as a piece of text. */
  #takeInterim(): readonly SttAction[] {
    const interim = this.#interim;
    this.#interim = null;
    return interim === null ? [] : [{ kind: 'piece', utterance: this.number, ...interim }];
  }

  #continueInNewTurn(state: 'sending' | 'sent'): readonly SttAction[] {
    const rest = this.#unrecognised.remaining();
    this.#fromMs += this.#unrecognised.fromMs;
    this.#turn = createSttTurn(this.#settings, this.#deps);
    this.#unrecognised = createUnrecognisedAudio(this.#settings.sample_rate);
    this.#phraseEndMs = 0;
    this.#state = 'sending';
    return [...sendFrames(this.#turn.start()), ...this.audio(rest), ...(state === 'sent' ? this.end() : [])];
  }
}

/** Statuses of a completed stretch of audio, with or without text. Not `EndOfDictation`. */
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

const TOO_MANY_TURNS: WireFault = {
  kind: 'retry',
  message: 'the service repeatedly ended its turn before the end of the speech',
};

/**
 * Returns whether a message is about the second of two channels, which is ignored because a session's audio is mono.
 */
function isOtherChannel(message: JsonObject): boolean {
  return (asNumber(message['Channel']) ?? 0) !== 0;
}

function sendFrames(frames: readonly SocketFrame[]): readonly SttAction[] {
  return frames.map((frame) => ({ kind: 'send', frame }));
}
