import type { Observer } from 'rxjs';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { EngineWorker, WorkerClient, WorkerConnection } from '../engineWorker.ts';
import type { RecognitionSettings, SttAnswer, SttCommand, WorkerSttEvent } from './messages.ts';
import { PendingAnswers } from './pendingAnswers.ts';

/** One session in the host. It observes the session's inputs. */
export interface HostSession extends Observer<SttInput> {
  close(): void;
}

type Connection = WorkerConnection<SttCommand>;

/**
 * Creates a session in `thread`. If the thread fails, its open segments fail, and the next segment connects again.
 * `listener` completes when the input has completed and every answer has arrived.
 */
export function createHostSession(
  thread: EngineWorker<SttCommand, SttAnswer>,
  settings: RecognitionSettings,
  listener: Observer<SttEvent>,
): HostSession {
  const pending = new PendingAnswers();
  let isInputComplete = false;
  const emit = (events: readonly SttEvent[]): void => {
    for (const event of events) listener.next(event);
    if (isInputComplete && pending.isSettled) listener.complete();
  };
  const client: WorkerClient<SttAnswer> = {
    onAnswer: (answer) => {
      if (answer.kind !== 'event') return;
      connection?.addPending(-pending.settle(answer.event));
      emit(toSttEvents(answer.event));
    },
    onLost: (error) => {
      connection = undefined;
      emit(pending.clear().map((segment) => ({ kind: 'failed', segment, error })));
    },
  };
  let connection: Connection | undefined = open(thread, client, settings);
  return {
    next: (input) => {
      const requested = pending.add(input);
      if (requested === null) return;
      connection ??= open(thread, client, settings);
      connection.addPending(requested);
      sendInput(connection, input);
    },
    error: (error) => listener.error(error),
    complete: () => {
      isInputComplete = true;
      emit([]);
    },
    close: () => connection?.disconnect(),
  };
}

function open(
  thread: EngineWorker<SttCommand, SttAnswer>,
  client: WorkerClient<SttAnswer>,
  settings: RecognitionSettings,
): Connection {
  const connection = thread.connect(client);
  connection.send({ kind: 'open', settings });
  return connection;
}

/** Sends an input with a copy of its samples: a frame may be a view of a larger buffer. */
function sendInput(connection: Connection, input: SttInput): void {
  if (input.kind !== 'audio') return connection.send({ kind: 'input', input });
  const samples = input.frame.samples.slice();
  connection.send({ kind: 'input', input: { ...input, frame: { ...input.frame, samples } } }, [samples.buffer]);
}

function toSttEvents(event: WorkerSttEvent): readonly SttEvent[] {
  if (event.kind === 'rejected') return reject(event.segment);
  if (event.kind !== 'failed') return [event];
  const { segment, message } = event;
  const error = new AntiphonError('provider_failed', message, { provider: 'local', segment });
  return [{ kind: 'failed', segment, error }];
}

function reject(segment: number): readonly SttEvent[] {
  const message = 'the speech is not a sentence of the grammar';
  const error = new AntiphonError('speech_not_understood', message, { failure: false, provider: 'local', segment });
  return [
    { kind: 'report', error },
    { kind: 'final', segment, text: '', last: true },
  ];
}
