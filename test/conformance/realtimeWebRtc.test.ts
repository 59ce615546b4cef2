import { afterAll } from 'vitest';
import type { Dialect } from '../dialects/dialect.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import { holdsTheConversation } from '../dialects/holdsTheConversation.ts';
import { openCall, takesCalls } from './openCall.ts';
import { servePages } from './servePages.ts';

const pages = await servePages();
afterAll(() => pages.close());

/** The Agents SDK in a page. What has come of the agent's audio counts as played. */
const dialect: Dialect = {
  options: takesCalls(pages),
  isUneven: true,
  connect: async (url, { hear } = {}) => {
    let playedMs = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const exposed = {
      hasPlayed: (ms: number) => (playedMs = Math.max(playedMs, ms)),
      hasEnded: () => end(),
    };
    const { page, close } = await openCall(url, pages, 'connect', exposed, hear);
    return {
      speak: (ms) => page.evaluate(`hold(${ms}, true)`),
      listen: (ms) => page.evaluate(`hold(${ms}, false)`),
      playedMs: () => playedMs,
      ended,
      close,
    };
  },
};

holdsTheConversation(DIALECTS.realtimeWebRtc, dialect);
