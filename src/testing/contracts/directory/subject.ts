import type { NodeProfile, NodeRegistration } from '../../../core/sessionDirectory.ts';
import type { ContractSubject, Requirement } from '../contract.ts';

/** A node's connection to the engine. */
export interface EngineLink {
  /** Silently drops everything from now on. */
  cut(): void;
  /** Passes everything from now on. */
  heal(): void;
  /** Delays everything by `ms`, in each direction. */
  delay(ms: number): void;
}

/** A directory with its own engine, for one case. */
export interface SessionDirectorySubject extends ContractSubject {
  /** Registers a node whose clock is `skewMs` ahead. Its connection to the engine is `link(id)`. */
  readonly register: (node: NodeProfile, skewMs?: number) => NodeRegistration;
  readonly link: (id: string) => EngineLink;
  /** Stops the engine, which loses everything that it does not have to keep. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Makes the engine reject new data. */
  readonly fill: () => Promise<void>;
  readonly free: () => Promise<void>;
  /** Waits for `work`, in real or virtual time. Rejects with `what` if it takes too long. */
  readonly wait: <T>(what: string, work: Promise<T>) => Promise<T>;
  /** Resolves a moment later, in real or virtual time. */
  readonly pause: () => Promise<void>;
  /** Resolves after the time of a long partition: 10 s, and more than the directory's `expiry`. */
  readonly passLong: () => Promise<void>;
}

export type DirectoryRequirement = Requirement<SessionDirectorySubject>;

export interface SessionDirectoryContractOptions {
  readonly create: () => Promise<SessionDirectorySubject>;
}
