import { map, merge, scan, startWith } from 'rxjs';
import type { Observable } from 'rxjs';
import type { PlayoutEvent } from '../../core/playout.ts';
import type { VadEvent } from '../../core/speech.ts';

/** What an event is about: the nine events themselves do not say. */
export interface EventContext {
  /** How far voice activity detection has come in the user's audio, in ms. */
  readonly audioMs: number;
  /** Where the last voiced sample was, in ms of the user's audio. */
  readonly lastVoicedMs: number;
  /** The utterance that began last. */
  readonly begun: string;
  /** The utterance that stopped last, and how much of it was played. */
  readonly stopped: { readonly utterance: string; readonly samples: number };
  /** The utterance that was cleared last. */
  readonly cleared: string;
}

export interface EventContextSources {
  readonly activity: Observable<VadEvent>;
  readonly playout: Observable<PlayoutEvent>;
  /** Utterances that are cleared. */
  readonly cleared: Observable<string>;
}

/** What is known whenever something changes, from the start on. */
export function eventContext({ activity, playout, cleared }: EventContextSources): Observable<EventContext> {
  const changes: Observable<Partial<EventContext>> = merge(
    activity.pipe(map(heard)),
    playout.pipe(map(played)),
    cleared.pipe(map((utterance) => ({ cleared: utterance }))),
  );
  return changes.pipe(
    scan((before, change): EventContext => ({ ...before, ...change }), nothingYet),
    startWith(nothingYet),
  );
}

const nothingYet: EventContext = {
  audioMs: 0,
  lastVoicedMs: 0,
  begun: '',
  stopped: { utterance: '', samples: 0 },
  cleared: '',
};

function heard(event: VadEvent): Partial<EventContext> {
  return event.kind === 'truncated' ? {} : { audioMs: event.atMs, lastVoicedMs: event.lastVoicedMs };
}

/** What begins and what stopped are kept apart: one may begin in the instant in which another stops. */
function played(event: PlayoutEvent): Partial<EventContext> {
  switch (event.kind) {
    case 'started':
      return { begun: event.utterance };
    case 'stopped':
      return { stopped: { utterance: event.utterance, samples: event.samples } };
    default:
      return {};
  }
}
