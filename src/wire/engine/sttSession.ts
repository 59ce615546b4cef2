import type { Observer } from 'rxjs';
import { AntiphonError, asAntiphonError } from '../../core/errors.ts';
import type { SttEvent, SttInput } from '../../core/ports.ts';
import type { EngineClient, EngineConnection } from './engineHost.ts';
import type { EngineSttEvent, SttSessionCommand, SttSessionAnswer } from './messages.ts';
import { PendingAnswers } from './pendingAnswers.ts';

/** One session of a recogniser in the host. It observes the session's inputs. */
export interface SttSession extends Observer<SttInput> {
  close(): void;
}

export interface SttSessionOptions<Settings> {
  readonly provider: string;
  readonly settings: Settings;
  /** Connects to the engine, and connects again for the first input after the connection was lost. */
  readonly connect: (client: EngineClient<SttSessionAnswer>) => EngineConnection<SttSessionCommand<Settings>>;
  readonly listener: Observer<SttEvent>;
}

/**
 * Opens a session. If the engine ends, the session's open segments fail, and the next segment connects again.
 * `listener` completes when the input has completed and every answer has arrived.
 */
export function openSttSession<Settings>({
  provider,
  settings,
  connect,
  listener,
}: SttSessionOptions<Settings>): SttSession {
  const pending = new PendingAnswers();
  let connection: EngineConnection<SttSessionCommand<Settings>> | undefined;
  let isInputComplete = false;
  const emit = (events: readonly SttEvent[]): void => {
    for (const event of events) listener.next(event);
    if (isInputComplete && pending.isSettled) listener.complete();
  };
  const client: EngineClient<SttSessionAnswer> = {
    onAnswer: ({ event }) => {
      connection?.addPending(-pending.settle(event));
      emit(toSttEvents(event, provider));
    },
    onLost: (error) => {
      connection = undefined;
      emit(pending.clear().map((segment) => ({ kind: 'failed', segment, error })));
    },
  };
  const open = (): EngineConnection<SttSessionCommand<Settings>> => {
    const opened = connectOrFail(connect, client, provider);
    opened.send({ kind: 'open', settings });
    return opened;
  };
  connection = open();
  return {
    next: (input) => {
      const requested = pending.add(input);
      if (requested === null) return;
      connection ??= open();
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

/** Connects. If the engine cannot be started, returns a connection that fails at its first message. */
function connectOrFail<Settings>(
  connect: SttSessionOptions<Settings>['connect'],
  client: EngineClient<SttSessionAnswer>,
  provider: string,
): EngineConnection<SttSessionCommand<Settings>> {
  try {
    return connect(client);
  } catch (cause) {
    return createFailedConnection(client, asAntiphonError(cause, 'provider_failed', { provider }));
  }
}

/** Creates a connection that is lost at its first message. */
export function createFailedConnection<Settings>(
  client: EngineClient<SttSessionAnswer>,
  error: AntiphonError,
): EngineConnection<SttSessionCommand<Settings>> {
  return { send: () => client.onLost(error), addPending: () => {}, disconnect: () => {} };
}

/** Sends an input with a copy of its samples: a frame may be a view of a larger buffer. */
function sendInput<Settings>(connection: EngineConnection<SttSessionCommand<Settings>>, input: SttInput): void {
  if (input.kind !== 'audio') return connection.send({ kind: 'input', input });
  const samples = input.frame.samples.slice();
  connection.send({ kind: 'input', input: { ...input, frame: { ...input.frame, samples } } }, [samples.buffer]);
}

function toSttEvents(event: EngineSttEvent, provider: string): readonly SttEvent[] {
  if (event.kind !== 'failed' && event.kind !== 'rejected') return [event];
  const { kind, segment, message } = event;
  if (kind === 'failed')
    return [{ kind, segment, error: new AntiphonError('provider_failed', message, { provider, segment }) }];
  const error = new AntiphonError('speech_not_understood', message, { failure: false, provider, segment });
  return [
    { kind: 'report', error },
    { kind: 'final', segment, text: '', last: true },
  ];
}
