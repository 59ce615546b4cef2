import { filter, map, merge } from 'rxjs';
import type { Observable } from 'rxjs';
import type { VadEvent } from '../core/speech.ts';
import type { SessionEvent } from '../session/events.ts';
import type { Telling } from '../session/recording.ts';
import { writeError } from './error.ts';
import type { Outgoing, WrittenVadEvent } from './format.ts';

/** Something that goes out, by its name. */
export type Told = {
  readonly [Name in keyof Outgoing]: { readonly name: Name; readonly value: Outgoing[Name] };
}[keyof Outgoing];

/** Everything that a session tells, but for what is heard and said itself. */
export function tellings({ edges, events$, errors$ }: Telling): Observable<Told> {
  return merge(
    events$.pipe(map((event) => told('event', writeEvent(event)))),
    errors$.pipe(map((error) => told('error', writeError(error)))),
    edges.activity.pipe(
      filter((event) => event.kind !== 'window'),
      map((event) => told('activity', writeActivity(event))),
    ),
    edges.transcript.pipe(map((transcript) => told('transcript', transcript))),
    edges.interruption.pipe(map((interruption) => told('interruption', interruption))),
    edges.userTurn.pipe(map((turn) => told('userTurn', turn))),
    edges.reply.pipe(map((event) => told('reply', event))),
    edges.functionCalls.pipe(map((calls) => told('functionCalls', calls))),
    edges.functionResults.pipe(map((results) => told('functionResults', results))),
    edges.speech.pipe(
      filter((event) => event.kind !== 'audio'),
      map((event) => told('speech', event)),
    ),
    edges.playout.pipe(
      filter((event) => event.kind === 'started' || event.kind === 'stopped'),
      map((event) => told('playout', event)),
    ),
    edges.metrics.pipe(map((metric) => told('metrics', metric))),
  );
}

function told<Name extends keyof Outgoing>(name: Name, value: Outgoing[Name]): Told {
  return { name, value } as Told;
}

function writeEvent({ name, seq, input }: SessionEvent): Outgoing['event'] {
  const { session_data: _, ...told } = input;
  return { name, seq, ...told };
}

function writeActivity(event: Exclude<VadEvent, { kind: 'window' }>): WrittenVadEvent {
  if (event.kind !== 'started') return event;
  const { audio: _, ...written } = event;
  return written;
}
