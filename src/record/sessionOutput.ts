import { filter, map, merge, type Observable } from 'rxjs';
import type { VadEvent } from '../core/speech.ts';
import type { SessionEvent } from '../session/events.ts';
import type { SessionOutput } from '../session/recording.ts';
import { writeError } from './errors.ts';
import type { Outgoing, WrittenVadEvent } from './format.ts';

/** An output of a session, with its name in recordings. */
export type Output = {
  readonly [Name in keyof Outgoing]: { readonly name: Name; readonly value: Outgoing[Name] };
}[keyof Outgoing];

/** Emits the outputs of a session, without audio, windows and positions. */
export function sessionOutput({ edges, events$, errors$ }: SessionOutput): Observable<Output> {
  return merge(
    events$.pipe(map((event) => createOutput('event', writeEvent(event)))),
    errors$.pipe(map((error) => createOutput('error', writeError(error)))),
    edges.activity.pipe(
      filter((event) => event.kind !== 'window'),
      map((event) => createOutput('activity', writeActivity(event))),
    ),
    edges.transcript.pipe(map((transcript) => createOutput('transcript', transcript))),
    edges.interruption.pipe(map((interruption) => createOutput('interruption', interruption))),
    edges.userTurn.pipe(map((turn) => createOutput('userTurn', turn))),
    edges.reply.pipe(map((event) => createOutput('reply', event))),
    edges.functionCalls.pipe(map((calls) => createOutput('functionCalls', calls))),
    edges.functionResults.pipe(map((results) => createOutput('functionResults', results))),
    edges.speech.pipe(
      filter((event) => event.kind !== 'audio'),
      map((event) => createOutput('speech', event)),
    ),
    edges.playout.pipe(
      filter((event) => event.kind === 'started' || event.kind === 'stopped'),
      map((event) => createOutput('playout', event)),
    ),
    edges.metrics.pipe(map((metric) => createOutput('metrics', metric))),
  );
}

function createOutput<Name extends keyof Outgoing>(name: Name, value: Outgoing[Name]): Output {
  return { name, value } as Output;
}

function writeEvent({ name, seq, input }: SessionEvent): Outgoing['event'] {
  const { session_data: _, ...written } = input;
  return { name, seq, ...written };
}

function writeActivity(event: Exclude<VadEvent, { kind: 'window' }>): WrittenVadEvent {
  if (event.kind !== 'started') return event;
  const { audio: _, ...written } = event;
  return written;
}
