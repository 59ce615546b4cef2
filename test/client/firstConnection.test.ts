import { describe, expect, it, onTestFinished } from 'vitest';
import { createCall } from '../../src/client/createCall.ts';
import { settle } from '../../src/time/runSteps.ts';
import { RESUMABLE, stubBrowser, type FakeBrowser, type FakeSocket } from './support/browser.ts';
import { expectReleased } from './support/call.ts';

describe('a call whose first connection breaks before the session has started', () => {
  it('comes back with the token that it joined with, and lacks everything', async () => {
    const { browser, starting, socket } = await beginning();
    socket.drop(1006);
    const next = await browser.nextSocket();
    expect(next.protocols).toEqual(socket.protocols);
    await next.open();
    await settle();
    expect(next.messages).toEqual([{ type: 'session.resume', last_seq: -1 }]);
    const received = { session_id: 'ses_1', audio: {}, received_samples: 0, received_texts: 0, latest_seq: 0 };
    next.receive(JSON.stringify({ type: 'session.resumed', seq: -1, t_ms: 0, resume_token: 'rt_2', ...received }));
    next.deliver(RESUMABLE);
    await starting;
    next.drop(1006);
    expect((await browser.nextSocket()).protocols).toContain('antiphon.token.rt_2');
  });

  it('fails if the server does not take it back', async () => {
    const { browser, starting, socket } = await beginning();
    browser.answer = async () => Response.json({ code: 'session_ended' }, { status: 409 });
    socket.drop(1006);
    (await browser.nextSocket()).drop(1006);
    await expect(starting).rejects.toMatchObject({ code: 'connection_lost' });
    expectReleased(browser);
  });
});

/** A call whose socket is open. */
async function beginning(): Promise<{ browser: FakeBrowser; starting: Promise<void>; socket: FakeSocket }> {
  const browser = await stubBrowser();
  const call = createCall();
  onTestFinished(() => void call.end());
  const starting = call.start();
  starting.catch(() => undefined);
  const socket = await browser.nextSocket();
  await socket.open();
  return { browser, starting, socket };
}
