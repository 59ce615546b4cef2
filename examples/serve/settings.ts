/** Reads DRAIN_TIMEOUT, in seconds. Throws an Error if it is not a number. */
export function readDrain({ DRAIN_TIMEOUT = '' }: NodeJS.ProcessEnv): { readonly drain_timeout?: number } {
  if (DRAIN_TIMEOUT === '') return {};
  if (/^\d+(?:\.\d+)?$/u.test(DRAIN_TIMEOUT)) return { drain_timeout: Number(DRAIN_TIMEOUT) };
  throw new Error(`DRAIN_TIMEOUT: expected a number of seconds, got "${DRAIN_TIMEOUT}"`);
}

/** Reads PORT and HOST. Throws an Error for an invalid PORT. */
export function readAddress(env: NodeJS.ProcessEnv): { readonly port?: number; readonly host?: string } {
  const { PORT = '', HOST = '' } = env;
  return { ...(PORT !== '' && { port: portOf(PORT) }), ...(HOST !== '' && { host: HOST }) };
}

function portOf(text: string): number {
  const port = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Error(`PORT: expected a number from 0 to 65535, got "${text}"`);
}
