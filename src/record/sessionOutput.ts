import { filter, map, merge, type Observable } from 'rxjs';
import type { VadEvent } from '../core/speech.ts';
import { maskKeys } from '../core/maskKeys.ts';
import type { FunctionResult } from '../core/message.ts';
import type { FunctionCalls, FunctionResults } from '../core/turn.ts';
import type { SessionEvent } from '../session/events.ts';
import { holdsException } from '../session/agentCode/functions/outcomes.ts';
import type { SessionOutput } from '../session/recording.ts';
import { writeError } from './errors.ts';
import type { Outgoing, WrittenVadEvent } from './format.ts';

/** An output of a session and its name in recordings. */
export type Output = {
  readonly [Name in keyof Outgoing]: { readonly name: Name; readonly value: Outgoing[Name] };
}[keyof Outgoing];

/** Emits a session's outputs without audio, windows and positions. */
export function sessionOutput({ edges, events$, errors$ }: SessionOutput): Observable<Output> {
  return merge(
    outputs('event', events$.pipe(map(writeEvent))),
    outputs('error', errors$.pipe(map(writeError))),
    outputs(
      'activity',
      edges.activity.pipe(
        filter((event) => event.kind !== 'window'),
        map(writeActivity),
      ),
    ),
    outputs('transcript', edges.transcript),
    outputs('interruption', edges.interruption),
    outputs('userTurn', edges.userTurn),
    outputs('reply', edges.reply),
    outputs('functionCalls', edges.functionCalls.pipe(map(writeCalls))),
    outputs('functionResults', edges.functionResults.pipe(map(writeResults))),
    outputs('speech', edges.speech.pipe(filter((event) => event.kind !== 'audio'))),
    outputs('playout', edges.playout.pipe(filter((event) => event.kind === 'started' || event.kind === 'stopped'))),
    outputs('metrics', edges.metrics),
  );
}

function outputs<Name extends keyof Outgoing>(name: Name, values: Observable<Outgoing[Name]>): Observable<Output> {
  return values.pipe(map((value) => ({ name, value }) as Output));
}

function writeEvent({ name, seq, input }: SessionEvent): Outgoing['event'] {
  const { session_data: _, ...written } = input;
  const { results } = written as { readonly results?: readonly FunctionResult[] };
  return { name, seq, ...written, ...(results && { results: results.map(maskException) }) };
}

/** Converts function calls. Omits how the user's words affect a call, which follows from its function. */
function writeCalls(calls: FunctionCalls): FunctionCalls {
  const { wordsWait: _, last: __, ...written } = calls;
  return written;
}

function writeResults(written: FunctionResults): FunctionResults {
  return { ...written, results: written.results.map(maskException) };
}

/** Masks keys in the text of an exception, just as in the exception itself. */
function maskException(result: FunctionResult): FunctionResult {
  return holdsException(result) ? { ...result, content: maskKeys(result.content) } : result;
}

function writeActivity(event: Exclude<VadEvent, { kind: 'window' }>): WrittenVadEvent {
  if (event.kind !== 'started') return event;
  const { audio: _, ...written } = event;
  return written;
}
