/** The start-up data of a worker. */
export interface WorkerData {
  /** The package that holds the engine. */
  readonly specifier: string;
}
