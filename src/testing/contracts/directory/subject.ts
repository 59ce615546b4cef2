import type { NodeProfile, NodeRegistration } from '../../../core/sessionDirectory.ts';
import type { ContractSubject } from '../contract.ts';

/** A node's connection to the engine. */
export interface EngineLink {
  /** Nothing passes any more, and nobody is told. */
  cut(): void;
  /** What is sent from now on passes. */
  heal(): void;
  /** Everything takes so much longer, in each direction. */
  delay(ms: number): void;
}

/** A directory with an engine of its own, for one case. */
export interface SessionDirectorySubject extends ContractSubject {
  /** Registers a node whose clock is `skewMs` ahead. Its connection to the engine is `link(id)`. */
  readonly register: (node: NodeProfile, skewMs?: number) => NodeRegistration;
  readonly link: (id: string) => EngineLink;
  /** The engine ends, and forgets what it need not keep. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** The engine takes nothing new. */
  readonly fill: () => Promise<void>;
  readonly free: () => Promise<void>;
  /** Waits for `work`, in real or in virtual time; rejects with `what` if that takes too long. */
  readonly wait: <T>(what: string, work: Promise<T>) => Promise<T>;
  /** Resolves a moment later, in real or in virtual time. */
  readonly pause: () => Promise<void>;
  /** Resolves after the time of a long partition: 10 s, and more than the directory's `expiry`. */
  readonly passLong: () => Promise<void>;
}

export interface SessionDirectoryContractOptions {
  readonly create: () => Promise<SessionDirectorySubject>;
}
