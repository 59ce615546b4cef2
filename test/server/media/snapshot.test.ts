import { describe, expect, it } from 'vitest';
import type { ServerMessageBody } from '../../../src/core/protocol.ts';
import { createSnapshots } from '../../../src/server/media/snapshot.ts';

const IDLE = { user: 'silent', agent: 'idle' };

function added(content: string): Extract<ServerMessageBody, { readonly type: 'message.added' }> {
  return { type: 'message.added', message: { role: 'user', content, name: null, tool_call_id: null } };
}

const bytesOf = (content: string): number => Buffer.byteLength(JSON.stringify(added(content).message));

describe('a snapshot of a conversation', () => {
  it('has its latest messages, in no more than so many bytes', () => {
    const snapshots = createSnapshots(bytesOf('two') + bytesOf('drei'));
    for (const content of ['one', 'two', 'drei']) snapshots.add(added(content));
    const messages = ['two', 'drei'].map((content) => added(content).message);
    expect(snapshots.read()).toEqual({ type: 'session.snapshot', messages, state: IDLE });
    snapshots.add(added('!'));
    expect(snapshots.read()).toMatchObject({ messages: [added('drei').message, added('!').message] });
  });

  it('has no message that is larger than all together may be', () => {
    const snapshots = createSnapshots(bytesOf('so'));
    snapshots.add(added('much too long'));
    expect(snapshots.read()).toMatchObject({ messages: [] });
  });
});
