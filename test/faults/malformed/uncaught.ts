import { config } from 'rxjs';

export interface Uncaught {
  readonly found: readonly unknown[];
  stop(): void;
}

/** Collects what would end a process without a handler of its own. */
export function watchUncaught(): Uncaught {
  const found: unknown[] = [];
  const before = config.onUnhandledError;
  const see = (error: unknown): void => void found.push(error);
  config.onUnhandledError = see;
  process.prependListener('uncaughtException', see);
  process.prependListener('unhandledRejection', see);
  return {
    found,
    stop: () => {
      config.onUnhandledError = before;
      process.off('uncaughtException', see);
      process.off('unhandledRejection', see);
    },
  };
}
