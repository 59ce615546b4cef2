import { Observable, type Subscriber } from 'rxjs';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { TurnVerdict } from '../../../src/core/turnModel.ts';
import type { FromWorker } from '../messages.ts';
import { startThread, type Thread, type ThreadOptions } from '../thread.ts';

/**
 * The host of all questions to one model file, which share a worker thread. The first question starts the thread. The
 * thread does not keep the process alive.
 */
export interface SmartTurnHost {
  /** Starts the thread, which loads the model. */
  warmUp(): void;
  /**
   * Emits the verdict on the audio and completes. Unsubscribing withdraws the question unless it is already being
   * answered.
   */
  judge(audio: Int16Array): Observable<TurnVerdict>;
}

export interface SmartTurnHostOptions extends Pick<ThreadOptions, 'spawn'> {
  readonly modelPath: string;
}

interface Question {
  readonly audio: Int16Array;
  readonly answer: (over: number) => void;
  readonly fail: (error: AntiphonError) => void;
}

export function createSmartTurnHost({ modelPath, spawn }: SmartTurnHostOptions): SmartTurnHost {
  let thread: Thread | undefined;
  let queue: Question[] = [];
  /** The question that the thread is answering. */
  let asked: Question | undefined;

  const createError = (reason: string): AntiphonError =>
    new AntiphonError('turn_model_failed', `Smart Turn (${modelPath}): ${reason}`, { provider: 'smart-turn' });
  const askNext = (): void => {
    if (asked !== undefined) return;
    asked = queue.shift();
    thread?.setKeepAlive(asked !== undefined);
    if (asked !== undefined) thread?.post({ kind: 'judge', audio: asked.audio });
  };
  const onMessage = (message: FromWorker): void => {
    if (message.kind === 'failed') return onEnd(message.message);
    const question = asked;
    asked = undefined;
    if (message.kind === 'judged') question?.answer(message.over);
    if (message.kind === 'refused') question?.fail(createError(message.message));
    askNext();
  };
  const onEnd = (reason: string): void => {
    if (thread === undefined) return;
    const failed = asked === undefined ? queue : [asked, ...queue];
    thread = undefined;
    asked = undefined;
    queue = [];
    for (const { fail } of failed) fail(createError(reason));
  };
  const start = (): void => {
    thread ??= createThread();
  };
  /** Creates a thread, such that the end of an old thread does not affect its successor. */
  const createThread = (): Thread => {
    const isCurrent = (): boolean => thread === started;
    const started: Thread = startThread({
      task: 'turns',
      modelPath,
      spawn,
      onMessage: (message) => isCurrent() && onMessage(message),
      onEnd: (reason) => isCurrent() && onEnd(reason),
    });
    return started;
  };
  return {
    warmUp: start,
    judge: (audio) =>
      new Observable((subscriber) => {
        const question = createQuestion(audio, subscriber);
        start();
        queue.push(question);
        askNext();
        return () => void (queue = queue.filter((other) => other !== question));
      }),
  };
}

function createQuestion(audio: Int16Array, subscriber: Subscriber<TurnVerdict>): Question {
  return {
    audio,
    answer: (over) => {
      subscriber.next({ over });
      subscriber.complete();
    },
    fail: (error) => subscriber.error(error),
  };
}
