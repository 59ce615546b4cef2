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
  /** The voices that are kept for the next reply. */
  readonly tts: Observable<TextToSpeech>;
}

export function createUpdates(): Updates {
  const tts = new FastSubject<TextToSpeech>();
  let kept = NOTHING;
  let functions: ChangedFunctions | undefined;
  return {
    keep: (change) => {
      kept = { ...kept, ...change };
      if (change.tts !== undefined) tts.next(change.tts.port);
    },
    take: () => {
      const taken = kept;
      kept = NOTHING;
      functions = taken.functions ?? functions;
      return taken;
    },
    functions: () => functions,
    tts,
  };
}

const NOTHING: SessionChange = {};
