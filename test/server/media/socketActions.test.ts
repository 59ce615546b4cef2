import { describe, expect, it } from 'vitest';
import type { LineAction, PeerMessage } from '../../../src/core/mediaAdapter.ts';
import { createSocketActions } from '../../../src/server/media/socketActions.ts';

const { signal } = new AbortController();

function line(messages: readonly PeerMessage[], isConnected = true) {
  const sent: PeerMessage[] = [];
  const asked: LineAction[] = [];
  const actions = createSocketActions({
    capabilities: { actions: ['hangUp', 'transfer'] },
    codec: {
      act: (action) => {
        asked.push(action);
        return messages;
      },
    },
    outbox: {
      post: (posted) => {
        if (isConnected) sent.push(...posted);
        return isConnected;
      },
    },
  });
  return { actions, sent, asked };
}

describe('a line that is asked over its socket', () => {
  it('does what its adapter declares, and nothing else', async () => {
    const { actions, sent, asked } = line(['BYE']);
    await actions.transfer?.('+15550003', signal);
    await actions.hangUp?.(signal);
    expect([Object.keys(actions), asked, sent]).toEqual([
      ['hangUp', 'transfer'],
      [{ kind: 'transfer', target: '+15550003' }, { kind: 'hangUp' }],
      ['BYE', 'BYE'],
    ]);
  });

  it.each([
    ['its codec has no messages', line([])],
    ['there is no socket', line(['BYE'], false)],
  ])('fails where %s', async (_, { actions }) => {
    await expect(actions.hangUp?.(signal)).rejects.toThrow('the line is not connected');
  });
});
