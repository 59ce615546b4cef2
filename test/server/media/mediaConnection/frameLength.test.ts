import { describe, expect, it } from 'vitest';
import { virtualCall, type VirtualCall } from '../support/virtualCall.ts';

const LONG = 'one two three four five six seven eight nine ten '.repeat(4).trim();
const RATE = 16_000;

type FrameMs = 20 | 40 | 60;

/** Calls an agent that talks for some seconds, and interrupts it after two if `interrupts`. */
async function called(frameMs: FrameMs, interrupts = false): Promise<VirtualCall & { readonly bytes: number[] }> {
  const made = virtualCall({
    config: { first_message: LONG },
    says: ['stop'],
    llm: ['Yes?'],
    frameMs,
    outputRate: RATE,
  });
  const bytes: number[] = [];
  made.join(interrupts ? [{ atMs: 2000, forMs: 800 }] : []);
  const { onFrame } = made.socket;
  made.socket.onFrame = (frame) => {
    if (typeof frame !== 'string') bytes.push(frame.length);
    onFrame(frame);
  };
  await made.clock.run(20_000);
  return { ...made, bytes };
}

describe.each<FrameMs>([20, 40, 60])('with frames of %i ms', (frameMs) => {
  it('session.started says so, and each binary frame but the last has as many bytes', async () => {
    const { player, bytes } = await called(frameMs);
    const [first] = player.messages;
    expect(first).toMatchObject({ type: 'session.started', audio: { output: { frame_ms: frameMs } } });
    const length = (2 * RATE * frameMs) / 1000;
    expect(bytes.length).toBeGreaterThan(50);
    expect(bytes.slice(0, -1).filter((sent) => sent !== length)).toEqual([]);
    expect(bytes.at(-1)).toBeLessThanOrEqual(length);
  });

  it('an interruption stops the audio within the same sample, and the history holds the same words', async () => {
    const [made, usual] = [await called(frameMs, true), await called(20, true)];
    const cut = ({ player }: VirtualCall): unknown =>
      player.messages.filter(({ type }) => type === 'agent.interrupted');
    expect(cut(usual)).toHaveLength(1);
    expect(cut(made)).toMatchObject([{ played_samples: expect.any(Number) }]);
    expect(made.player.played()).toEqual(usual.player.played());
    expect(made.history()).toEqual(usual.history());
  });
});
