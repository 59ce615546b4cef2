import type { Observer } from 'rxjs';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { Answer, RecognitionSettings, WorkerSttEvent } from './messages.ts';
import type { ThreadClient, ThreadConnection } from './thread.ts';

/** One session in the host: observes its inputs. */
export interface HostSession extends Observer<SttInput> {
  close(): void;
}

/**
 * Creates a session over the thread that `connect` returns. If the thread fails, its open segments fail, and the next segment
 * connects again. `listener` completes when the input has completed and every answer has arrived.
 */
export function createHostSession(
  connect: (client: ThreadClient) => ThreadConnection,
  hearing: RecognitionSettings,
  listener: Observer<SttEvent>,
): HostSession {
  const pendingAnswers = new Map<number, PendingAnswers>();
  let connection: ThreadConnection | undefined;
  let inputCompleted = false;

  const completeIfDone = (): void => {
    if (inputCompleted && [...pendingAnswers.values()].every(({ answers }) => answers === 0)) listener.complete();
  };
  const onAnswer = (answer: Answer): void => {
    if (answer.kind !== 'said') return;
    connection?.addPending(-settlePending(pendingAnswers, answer.event));
    listener.next(toSttEvent(answer.event));
    completeIfDone();
  };
  const onLost = (error: AntiphonError): void => {
    connection = undefined;
    const failed = [...pendingAnswers.keys()];
    pendingAnswers.clear();
    for (const segment of failed) listener.next({ kind: 'failed', segment, error });
    completeIfDone();
  };
  const connectThread = (): ThreadConnection => {
    const opened = connect({ onAnswer, onLost });
    opened.postMessage({ kind: 'open', hearing });
    return opened;
  };
  connection = connectThread();
  return {
    next: (input) => {
      if (input.kind === 'start') pendingAnswers.set(input.segment, { answers: 0, ended: false });
      const pending = pendingAnswers.get(input.segment);
      if (pending === undefined) return;
      connection ??= connectThread();
      connection.addPending(addPending(pending, input));
      connection.postMessage({ kind: 'input', input });
    },
    error: (error) => listener.error(error),
    complete: () => {
      inputCompleted = true;
      completeIfDone();
    },
    close: () => {
      connection?.postMessage({ kind: 'close' });
      connection?.disconnect();
    },
  };
}

/** The pending answers of a segment. */
interface PendingAnswers {
  answers: number;
  ended: boolean;
}

/** Adds the answers that `input` requests, and returns their number. */
function addPending(pending: PendingAnswers, { kind }: SttInput): number {
  if (kind !== 'flush' && kind !== 'end') return 0;
  pending.answers += 1;
  pending.ended = kind === 'end';
  return 1;
}

/** Removes the answers that `event` settles, and returns their number: a failure settles all of its segment. */
function settlePending(segments: Map<number, PendingAnswers>, event: WorkerSttEvent): number {
  const pending = segments.get(event.segment);
  if (pending === undefined || event.kind === 'interim') return 0;
  const given = event.kind === 'failed' ? pending.answers : 1;
  pending.answers -= given;
  if (event.kind === 'failed' || (pending.ended && pending.answers === 0)) segments.delete(event.segment);
  return given;
}

function toSttEvent(event: WorkerSttEvent): SttEvent {
  if (event.kind !== 'failed') return event;
  const { segment, message } = event;
  const error = new AntiphonError('provider_failed', message, { provider: 'local', segment });
  return { kind: 'failed', segment, error };
}
