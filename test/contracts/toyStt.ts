import { Observable } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../src/core/ports.ts';
import type { SpeechToTextScenario, SpeechToTextSubject } from '../../src/testing/contracts/speechToTextContract.ts';
import type { InjectedFault } from '../../src/testing/contracts/injectedFault.ts';
import { createTextReader, type TextReader } from '../../src/testing/textAudio.ts';

/** What one session of a toy does otherwise than it should. */
export interface Defect {
  /** Changes what is said; default: it is said as it is. */
  readonly say?: (event: SttEvent) => readonly SttEvent[];
  /** Changes what is heard. */
  readonly hear?: (input: SttInput) => readonly SttInput[];
  /** The ears of all sessions, where they are one. */
  readonly ear?: TextReader;
  /** Stays open when it is left. */
  readonly leaks?: boolean;
  /** What it makes of the end of its speech, and of an error there; default: the same. */
  readonly over?: 'never' | 'completes';
  /** How often it asks its server; default: once for each session. */
  readonly attempts?: number;
  /** Opens a connection for each segment. */
  readonly reconnects?: boolean;
  /** Tells of a refused key only when a segment is over. */
  readonly refusesLate?: boolean;
  /** Loses what came as interim when its server falls silent. */
  readonly forgetful?: boolean;
  /** What its server finds wrong with it. */
  readonly violations?: readonly string[];
  /** The injected fault in which it has the defect; default: always. */
  readonly only?: InjectedFault;
}

const SAMPLE_RATE = 8000;
const REFUSED = new AntiphonError('provider_refused', 'toy: HTTP 401', { provider: 'toy' });

/** A recogniser, right but for `given`. Its server is made up: in fault it says what a good one says there. */
export function toyStt(given: Defect = {}): (scene: SpeechToTextScenario) => Promise<SpeechToTextSubject> {
  return async ({ fault }) => {
    const defect = given.only === undefined || given.only === fault ? given : {};
    const { say = (event) => [event], hear = (input) => [input], over } = defect;
    let [open, asked] = [0, 0];
    let isSilent = false;
    const transcribe = (speech: Observable<SttInput>): Observable<SttEvent> =>
      new Observable((subscriber) => {
        open += 1;
        if (defect.reconnects !== true) asked += 1;
        if (fault === 'refuses the key' && defect.refusesLate !== true)
          subscriber.next({ kind: 'report', error: REFUSED });
        const listen = listener(defect.ear, fault === 'refuses the key', (event) => {
          const isLost = fault === 'is mute' || (isSilent && defect.forgetful === true);
          for (const emitted of isLost ? muted(event) : [event]) for (const one of say(emitted)) subscriber.next(one);
        });
        const input = speech.subscribe({
          next: (event) => {
            if (defect.reconnects === true && event.kind === 'start') asked += 1;
            hear(event).forEach(listen);
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
      attempts: () => defect.attempts ?? asked,
      violations: () => defect.violations ?? [],
    };
  };
}

function listener(
  shared: TextReader | undefined,
  isRefused: boolean,
  say: (event: SttEvent) => void,
): (input: SttInput) => void {
  let ear = shared ?? createTextReader(SAMPLE_RATE);
  let text = '';
  const answer = (segment: number): SttEvent => {
    if (isRefused) return { kind: 'failed', segment, error: REFUSED };
    return text === '' ? { kind: 'empty', segment } : { kind: 'final', segment, text };
  };
  return (input) => {
    const { kind, segment } = input;
    if (kind === 'audio') {
      const before = text;
      text = ear.push(input.frame.samples).trim();
      if (text !== before && !isRefused) say({ kind: 'interim', segment, text });
    } else if (kind !== 'start') {
      const answered = answer(segment);
      ear = shared ?? createTextReader(SAMPLE_RATE);
      text = '';
      say(answered);
    }
  };
}

/** What a recogniser makes of a server that says nothing. */
function muted(event: SttEvent): readonly SttEvent[] {
  return event.kind === 'final' ? [{ kind: 'empty', segment: event.segment }] : [];
}
