import type { Dialect } from './dialect.ts';
import { callWithPipecat } from './pipecat.ts';

export const rtviDialect: Dialect = {
  options: { rtvi: {} },
  connect: async (url, options) => {
    const { close, ...call } = await callWithPipecat(url, { ...options, isProxied: true });
    return { ...call, close: () => void close() };
  },
};
