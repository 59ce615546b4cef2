import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useLevel, useSession } from '../../src/react/useSession.ts';
import { stubBrowser } from '../client/support/browser.ts';

function Words(): ReactNode {
  const session = useSession();
  const { input } = useLevel(session);
  return `${session.state}, ${session.transcript.lines.length} lines, level ${input}`;
}

test('a component is rendered on a server, where nothing is opened', async () => {
  const browser = await stubBrowser();
  expect(renderToString(createElement(Words))).toBe('idle, 0 lines, level 0');
  expect(browser).toMatchObject({ contexts: [], streams: [], requests: [] });
});
