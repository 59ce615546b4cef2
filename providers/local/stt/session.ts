import type { Observer } from 'rxjs';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { Answer, Hearing, SaidEvent } from './messages.ts';
import type { Client, Line } from './thread.ts';

/** One session, on the host's side: takes what is spoken. */
export interface Session extends Observer<SttInput> {
  close(): void;
}

/**
 * Hears the segments of one session through the thread that `connect` leads to. When that dies, the segments under way
 * fail, and the next one calls for another. `listener` completes when the input has and all is answered.
 */
export function session(connect: (client: Client) => Line, hearing: Hearing, listener: Observer<SttEvent>): Session {
  const segments = new Map<number, Owed>();
  let line: Line | undefined;
  let over = false;

  const completeIfOver = (): void => {
    if (over && [...segments.values()].every(({ answers }) => answers === 0)) listener.complete();
  };
  const answered = (answer: Answer): void => {
    if (answer.kind !== 'said') return;
    line?.owe(-settle(segments, answer.event));
    listener.next(eventOf(answer.event));
    completeIfOver();
  };
  const lost = (error: AntiphonError): void => {
    line = undefined;
    const failed = [...segments.keys()];
    segments.clear();
    for (const segment of failed) listener.next({ kind: 'failed', segment, error });
    completeIfOver();
  };
  const dial = (): Line => {
    const dialled = connect({ answered, lost });
    dialled.tell({ kind: 'open', hearing });
    return dialled;
  };
  line = dial();
  return {
    next: (input) => {
      if (input.kind === 'start') segments.set(input.segment, { answers: 0, ended: false });
      const owed = segments.get(input.segment);
      if (owed === undefined) return;
      line ??= dial();
      line.owe(incur(owed, input));
      line.tell({ kind: 'input', input });
    },
    error: (error) => listener.error(error),
    complete: () => {
      over = true;
      completeIfOver();
    },
    close: () => {
      line?.tell({ kind: 'close' });
      line?.hangUp();
    },
  };
}

/** What a segment is owed. */
interface Owed {
  answers: number;
  ended: boolean;
}

/** How many answers more `input` asks for. */
function incur(owed: Owed, { kind }: SttInput): number {
  if (kind !== 'flush' && kind !== 'end') return 0;
  owed.answers += 1;
  owed.ended = kind === 'end';
  return 1;
}

/** How many answers `event` gives: a failure gives all that its segment is owed. */
function settle(segments: Map<number, Owed>, event: SaidEvent): number {
  const owed = segments.get(event.segment);
  if (owed === undefined || event.kind === 'interim') return 0;
  const given = event.kind === 'failed' ? owed.answers : 1;
  owed.answers -= given;
  if (event.kind === 'failed' || (owed.ended && owed.answers === 0)) segments.delete(event.segment);
  return given;
}

function eventOf(event: SaidEvent): SttEvent {
  if (event.kind !== 'failed') return event;
  const { segment, message } = event;
  const error = new AntiphonError('provider_failed', message, { provider: 'local', segment });
  return { kind: 'failed', segment, error };
}
