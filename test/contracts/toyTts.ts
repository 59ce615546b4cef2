import { Observable } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import type { TextToSpeechScenario, TextToSpeechSubject } from '../../src/testing/contracts/textToSpeechContract.ts';
import type { InjectedFault } from '../../src/testing/contracts/injectedFault.ts';
import { encodeText } from '../../src/testing/textAudio.ts';

/** Defects of a toy. */
export interface Defect {
  /** Changes the events; default: unchanged. */
  readonly changeEvents?: (event: TtsEvent) => readonly TtsEvent[];
  /** Changes a piece of text before it is spoken. */
  readonly read?: (piece: string) => string;
  /** Whether utterance 0, 1, 2 … of one TTS is spoken; default: it is. */
  readonly speaks?: (utterance: number) => boolean;
  /** Stays open when it is unsubscribed. */
  readonly leaks?: boolean;
  /** Changes an error; default: the same. */
  readonly fails?: (error: unknown) => unknown;
  /** Does not complete. */
  readonly lingers?: boolean;
  /** Stays open when it is no longer kept warm. */
  readonly staysWarm?: boolean;
  /** One utterance goes on counting where another was. */
  readonly confuses?: boolean;
  /** Requests to its server; default: one while it is kept warm, else one for each utterance. */
  readonly attempts?: number;
  /** Opens a connection for each utterance, also where one is kept. */
  readonly reconnects?: boolean;
  /** Violations that its server finds. */
  readonly violations?: readonly string[];
  /** The injected fault in which it has the defect; default: always. */
  readonly only?: InjectedFault;
}

const SAMPLE_RATE = 8000;

/** Creates a TTS, correct but for `given`. Its server is simulated, injected faults included. */
export function toyTts(given: Defect = {}): (scene: TextToSpeechScenario) => Promise<TextToSpeechSubject> {
  return async ({ fault }) => {
    const defect = given.only === undefined || given.only === fault ? given : {};
    const {
      changeEvents = (event) => [event],
      speaks = () => true,
      fails = (error) => error,
      read = (piece) => piece,
    } = defect;
    let [open, utterances, requested, warm] = [0, 0, 0, 0];
    const counted = { chars: 0, ms: 0 };
    const synthesize = (text: Observable<string>): Observable<TtsEvent> =>
      new Observable((subscriber) => {
        open += 1;
        if (warm === 0 || defect.reconnects === true) requested += 1;
        const isSpoken = speaks(utterances++);
        const speak = speaker(defect.confuses === true ? counted : { chars: 0, ms: 0 }, (event) => {
          for (const emitted of changeEvents(event)) if (isSpoken) subscriber.next(emitted);
        });
        const input = text.subscribe({
          next: (piece) => {
            const error = errorIn(fault);
            if (error !== null) subscriber.error(fails(error));
            else if (fault !== 'is mute') queueMicrotask(() => speak(read(piece)));
          },
          error: (error: unknown) => subscriber.error(fails(error)),
          complete: () => {
            if (fault !== 'is mute' && defect.lingers !== true) queueMicrotask(() => subscriber.complete());
          },
        });
        return () => {
          input.unsubscribe();
          if (defect.leaks !== true) open -= 1;
        };
      });
    const keepWarm = (): Observable<AntiphonError> =>
      new Observable(() => {
        open += 1;
        requested += 1;
        warm += 1;
        return () => {
          warm -= 1;
          if (defect.staysWarm !== true) open -= 1;
        };
      });
    const traits = { name: 'toy', sampleRate: SAMPLE_RATE, accepts: 'tokens', language: 'en' } as const;
    const tts: TextToSpeech = { ...traits, synthesize, keepWarm };
    const closed = async (): Promise<void> => {
      if (open > 0) throw new Error(`${open} utterances are open`);
    };
    return { tts, closed, attempts: () => defect.attempts ?? requested, violations: () => defect.violations ?? [] };
  };
}

/** Speaks piece by piece: its words, its audio, its mark. */
function speaker(at: { chars: number; ms: number }, changeEvents: (event: TtsEvent) => void): (piece: string) => void {
  return (piece) => {
    const { chars, ms } = at;
    const samples = piece.trim() === '' ? new Int16Array() : encodeText(piece, SAMPLE_RATE);
    const words = [...piece.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => {
      const [from, to] = [index, index + word.length];
      return { from: chars + from, to: chars + to, startMs: ms + from * 40, endMs: ms + to * 40 };
    });
    at.chars += piece.length;
    at.ms += (samples.length * 1000) / SAMPLE_RATE;
    if (words.length > 0) changeEvents({ kind: 'words', words });
    for (let from = 0; from < samples.length; from += 800) {
      changeEvents({ kind: 'audio', frame: { samples: samples.subarray(from, from + 800), sampleRate: SAMPLE_RATE } });
    }
    changeEvents({ kind: 'mark', chars: at.chars });
  };
}

/** What a voice makes of a server that does so. */
function errorIn(fault: InjectedFault | undefined): AntiphonError | null {
  if (fault === 'refuses the key') return new AntiphonError('provider_refused', 'toy: HTTP 401', { provider: 'toy' });
  if (fault !== 'drops after the first result') return null;
  return new AntiphonError('provider_failed', 'toy: the connection ended with 1006', { provider: 'toy' });
}
