/** The start-up data of a worker. */
export interface WorkerData {
  /** The package that holds the engine. */
  readonly specifier: string;
}

/** A message to the worker; `id` names the client. A client's last message is `close`. */
export interface ToWorker<Command> {
  readonly id: number;
  readonly content: Command | { readonly kind: 'close' };
}

/** A message from the worker; `id` names the client. */
export interface FromWorker<Answer> {
  readonly id: number;
  readonly content: Answer;
}
