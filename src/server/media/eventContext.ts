import { map, merge, scan, startWith, type Observable } from 'rxjs';
import type { HeardBy, PlayoutEvent } from '../../core/playout.ts';
import type { VadEvent } from '../../core/speech.ts';
import { mapDefined } from '../../stream/mapDefined.ts';

/** Times and utterances that the nine events do not carry. */
export interface EventContext {
  /** Position of the last window with voice in the user's audio, in ms. */
  readonly audioMs: number;
  /** Position of the last voiced sample in the user's audio, in ms. */
  readonly lastVoicedMs: number;
  /** The utterance that began last. */
  readonly begun: string;
  /** The utterance that stopped last, its played samples, and the source of that number. */
  readonly stopped: { readonly utterance: string; readonly samples: number; readonly heard: HeardBy };
  /** The utterance that was cleared last. */
  readonly cleared: string;
}

/** Emits the context immediately, and again whenever it changes. `cleared` emits the utterances that are cleared. */
export function eventContext(
  activity: Observable<VadEvent>,
  playout: Observable<PlayoutEvent>,
  cleared: Observable<string>,
): Observable<EventContext> {
  const changes: Observable<Partial<EventContext>> = merge(
    activity.pipe(mapDefined(changeOfActivity)),
    playout.pipe(mapDefined(changeOfPlayout)),
    cleared.pipe(map((utterance) => ({ cleared: utterance }))),
  );
  return changes.pipe(
    scan((context, change): EventContext => ({ ...context, ...change }), INITIAL),
    startWith(INITIAL),
  );
}

const INITIAL: EventContext = {
  audioMs: 0,
  lastVoicedMs: 0,
  begun: '',
  stopped: { utterance: '', samples: 0, heard: 'paced' },
  cleared: '',
};

/** Returns the change, if any. A window without voice does not change any value that an event carries. */
function changeOfActivity(event: VadEvent): Partial<EventContext> | undefined {
  if (event.kind === 'truncated' || (event.kind === 'window' && !event.voiced)) return undefined;
  return { audioMs: event.atMs, lastVoicedMs: event.lastVoicedMs };
}

/**
 * Returns the change. `begun` and `stopped` are separate, because one utterance may begin at the moment another stops.
 */
function changeOfPlayout(event: PlayoutEvent): Partial<EventContext> | undefined {
  if (event.kind === 'started') return { begun: event.utterance };
  if (event.kind === 'stopped') return { stopped: stopOf(event) };
  return undefined;
}

function stopOf({
  utterance,
  samples,
  heardBy,
}: Extract<PlayoutEvent, { readonly kind: 'stopped' }>): EventContext['stopped'] {
  return { utterance, samples, heard: heardBy };
}
