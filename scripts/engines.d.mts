/** A program that some tests need and that npm does not install. */
export interface Engine {
  readonly name: EngineName;
  /** Its possible names. */
  readonly commands: readonly string[];
  /** The environment variable that names its path. */
  readonly variable?: string;
  /** Its package on Debian and Ubuntu. */
  readonly package: string;
}

export type EngineName = 'Chromium' | 'redis-server' | 'nats-server';

export const ENGINES: readonly Engine[];
export function findEngine(name: EngineName, env?: NodeJS.ProcessEnv): string | undefined;
export function findAbsent(env?: NodeJS.ProcessEnv): readonly Engine[];
export function findSkipped(env?: NodeJS.ProcessEnv): readonly Engine[];
export function findCommand(commands: readonly string[], env: NodeJS.ProcessEnv): string | undefined;
export function listNames(engines: readonly Engine[]): string;
