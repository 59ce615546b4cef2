import type { Observable } from 'rxjs';
import type { TextToSpeech } from '../../core/ports.ts';
import { FastSubject } from '../../stream/fastSubject.ts';
import type { ChangedFunctions } from '../agent.ts';
import type { SessionChange } from './sessionUpdate.ts';

/** The changes of a session in mid-call. */
export interface Updates {
  /** Keeps a change for the next reply. Each of its fields replaces what was kept for that field. */
  keep(change: SessionChange): void;
  /** Called when a reply begins: returns what changes with it. */
  take(): SessionChange;
  /** Returns the functions that replace those of the agent; undefined: none have. */
  functions(): ChangedFunctions | undefined;
  /** Returns what is changed, or kept for the next reply: instructions only as long as they are kept. */
  latest(): SessionChange;
  /** Returns the number of changes that were kept so far. */
  count(): number;
  /** Emits each change that is kept. */
  readonly kept: Observable<SessionChange>;
  /** The voices that are kept for the next reply. */
  readonly tts: Observable<TextToSpeech>;
}

export function createUpdates(): Updates {
  const tts = new FastSubject<TextToSpeech>();
  const changes = new FastSubject<SessionChange>();
  let kept = NOTHING;
  let taken = NOTHING;
  let count = 0;
  return {
    keep: (change) => {
      kept = { ...kept, ...change };
      count += 1;
      if (change.tts !== undefined) tts.next(change.tts.port);
      changes.next(change);
    },
    take: () => {
      const change = kept;
      kept = NOTHING;
      taken = { ...taken, ...change };
      return change;
    },
    functions: () => taken.functions,
    latest: () => ({ ...taken, instructions: undefined, ...kept }),
    count: () => count,
    kept: changes,
    tts,
  };
}

const NOTHING: SessionChange = {};
