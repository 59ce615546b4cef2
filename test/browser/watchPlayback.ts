import type { Page } from 'playwright-core';

/** Returns how many samples a page has reported as played of the utterance of its last report. Call it before the page is opened. */
export function watchPlayback(page: Page): () => number {
  let played = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = typeof payload === 'string' ? JSON.parse(payload) : {};
      if (message.type === 'playback.position') played = message.played_samples;
    }),
  );
  return () => played;
}
