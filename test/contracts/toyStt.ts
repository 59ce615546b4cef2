import { Observable } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../src/core/ports.ts';
import type { SpeechToTextScenario, SpeechToTextSubject } from '../../src/testing/contracts/speechToTextContract.ts';
import type { InjectedFault } from '../../src/testing/contracts/injectedFault.ts';
import { createTextReader, type TextReader } from '../../src/testing/textAudio.ts';

/** Defects of one session of a toy. */
export interface Defect {
  /** Changes the events; default: unchanged. */
  readonly changeEvents?: (event: SttEvent) => readonly SttEvent[];
  /** Changes the input. */
  readonly changeInput?: (input: SttInput) => readonly SttInput[];
  /** One reader of audio for all sessions. */
  readonly reader?: TextReader;
  /** Stays open when it is unsubscribed. */
  readonly leaks?: boolean;
  /** Its reaction to the end of the speech and to an error there; default: the same. */
  readonly over?: 'never' | 'completes';
  /** Requests to its server; default: one for each session. */
  readonly attempts?: number;
  /** Opens a connection for each segment. */
  readonly reconnects?: boolean;
  /** Reports a refused key only when a segment is over. */
  readonly refusesLate?: boolean;
  /** Loses what came as interim when its server falls silent. */
  readonly forgetful?: boolean;
  /** Violations that its server finds. */
  readonly violations?: readonly string[];
  /** The injected fault in which it has the defect; default: always. */
  readonly only?: InjectedFault;
}

const SAMPLE_RATE = 8000;
const REFUSED = new AntiphonError('provider_refused', 'toy: HTTP 401', { provider: 'toy' });

/** Creates a recogniser, correct but for `given`. Its server is simulated, injected faults included. */
export function toyStt(given: Defect = {}): (scene: SpeechToTextScenario) => Promise<SpeechToTextSubject> {
  return async ({ fault }) => {
    const defect = given.only === undefined || given.only === fault ? given : {};
    const { changeEvents = (event) => [event], changeInput = (input) => [input], over } = defect;
    let [open, requested] = [0, 0];
    let isSilent = false;
    const transcribe = (speech: Observable<SttInput>): Observable<SttEvent> =>
      new Observable((subscriber) => {
        open += 1;
        if (defect.reconnects !== true) requested += 1;
        if (fault === 'refuses the key' && defect.refusesLate !== true)
          subscriber.next({ kind: 'report', error: REFUSED });
        const listen = listener(defect.reader, fault === 'refuses the key', (event) => {
          const isLost = fault === 'is mute' || (isSilent && defect.forgetful === true);
          for (const emitted of isLost ? muted(event) : [event])
            for (const one of changeEvents(emitted)) subscriber.next(one);
        });
        const input = speech.subscribe({
          next: (event) => {
            if (defect.reconnects === true && event.kind === 'start') requested += 1;
            changeInput(event).forEach(listen);
          },
          error: (error: unknown) => (over === undefined ? subscriber.error(error) : subscriber.complete()),
          complete: () => over !== 'never' && subscriber.complete(),
        });
        return () => {
          input.unsubscribe();
          if (defect.leaks !== true) open -= 1;
        };
      });
    const stt: SpeechToText = { name: 'toy', sampleRate: SAMPLE_RATE, finalTimeoutMs: 100, interims: true, transcribe };
    const closed = async (): Promise<void> => {
      if (open > 0) throw new Error(`${open} sessions are open`);
    };
    const fallSilent = (): void => void (isSilent = true);
    return {
      stt,
      closed,
      fallSilent,
      attempts: () => defect.attempts ?? requested,
      violations: () => defect.violations ?? [],
    };
  };
}

function listener(
  shared: TextReader | undefined,
  isRefused: boolean,
  emit: (event: SttEvent) => void,
): (input: SttInput) => void {
  let reader = shared ?? createTextReader(SAMPLE_RATE);
  let text = '';
  const answer = (segment: number): SttEvent => {
    if (isRefused) return { kind: 'failed', segment, error: REFUSED };
    return text === '' ? { kind: 'empty', segment } : { kind: 'final', segment, text };
  };
  return (input) => {
    const { kind, segment } = input;
    if (kind === 'audio') {
      const before = text;
      text = reader.push(input.frame.samples).trim();
      if (text !== before && !isRefused) emit({ kind: 'interim', segment, text });
    } else if (kind !== 'start') {
      const answered = answer(segment);
      reader = shared ?? createTextReader(SAMPLE_RATE);
      text = '';
      emit(answered);
    }
  };
}

/** The events of a recogniser whose server is silent. */
function muted(event: SttEvent): readonly SttEvent[] {
  return event.kind === 'final' ? [{ kind: 'empty', segment: event.segment }] : [];
}
