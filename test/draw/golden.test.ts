import { beforeAll, expect, it } from 'vitest';
import type { Timeline } from '../../src/draw/model.ts';
import { drawSession } from '../../src/draw/session.ts';
import { timelineOf } from '../../src/replay/timeline.ts';
import { conversation, kitchen } from './support/recorded.ts';

/** The pictures of docs/drawing.md. */
const TITLE = 'A table for four';

let session: Timeline;
beforeAll(async () => {
  session = timelineOf(await conversation());
});

it('a conversation is drawn as the docs show it', async () => {
  const facts = ['endpoint after 0.5 s', 'interrupted after 0.5 s'];
  await expect(drawSession(session, { title: TITLE, facts })).toMatchFileSnapshot('../../docs/images/session.svg');
});

it('its interruption is drawn as the docs show it', async () => {
  const part = { fromMs: 8000, toMs: 9500, facts: ['interrupted after 0.5 s'] };
  await expect(drawSession(session, { title: TITLE, ...part })).toMatchFileSnapshot(
    '../../docs/images/interruption.svg',
  );
});

it('functions in the background are drawn as the docs show them', async () => {
  const drawn = drawSession(timelineOf(await kitchen()), { title: 'A cake for Saturday', width: 1000 });
  await expect(drawn).toMatchFileSnapshot('../../docs/images/background.svg');
});
