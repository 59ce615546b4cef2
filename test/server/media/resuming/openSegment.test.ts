import { describe, expect, it } from 'vitest';
import type { SoundInterval } from '../../../../src/testing/audio.ts';
import { resumableCall, type ResumableCall } from '../support/resumableCall.ts';

/** Time on the way, in each direction. */
const WAY_MS = 10;
const FRAME_MS = 32;
/** The client sends its audio when it has heard that the session is resumed. */
const RETURN_MS = 3 * WAY_MS;
const CUT_AT_MS = 800;
/** When the last frame before the loss arrives. */
const LAST_FRAME_MS = Math.floor((CUT_AT_MS - WAY_MS) / FRAME_MS) * FRAME_MS + WAY_MS;
/** The user goes on speaking after the loss. */
const LONG_VOICE = { atMs: 320, forMs: 2000 };
/** The end of the last window with voice. */
const LAST_VOICE_MS = Math.ceil((LONG_VOICE.atMs + LONG_VOICE.forMs) / FRAME_MS) * FRAME_MS;
/** The user has as good as finished. */
const VOICE = { atMs: 320, forMs: 500 };

/** A user who speaks as the connection is lost, and whose next frame arrives so long after the last one; never without. */
async function cutInASegment(voice: SoundInterval, gapMs?: number): Promise<ResumableCall> {
  const made = resumableCall({ says: ['hello', 'again'], llm: ['Hi.'], voice: [voice] });
  made.join();
  await made.clock.run(CUT_AT_MS);
  made.cut();
  if (gapMs === undefined) return made;
  await made.clock.run(LAST_FRAME_MS + gapMs - RETURN_MS);
  made.back();
  return made;
}

function endsOf({ client }: ResumableCall): readonly (readonly [number, number])[] {
  return client.messages.flatMap((one) => (one.type === 'user.speech_stopped' ? [[one.t_ms, one.audio_ms]] : []));
}

describe('a segment that is open as the connection is lost', () => {
  it('goes on if its next frame comes within 1 s', async () => {
    const made = await cutInASegment(LONG_VOICE, 999);
    await made.clock.run(12_000);
    expect(made.client.faults).toEqual([]);
    expect(endsOf(made).map(([, audioMs]) => audioMs)).toEqual([LAST_VOICE_MS]);
    expect(made.history()).toEqual(['user: hello', 'assistant: Hi.']);
  });

  it.each([1000, 1000 + FRAME_MS])('has ended if its next frame comes after %i ms', async (gapMs) => {
    const made = await cutInASegment(LONG_VOICE, gapMs);
    await made.clock.run(12_000);
    expect(made.client.faults).toEqual([]);
    // What comes then is a segment of its own, in the same turn.
    expect(endsOf(made)).toEqual([
      [LAST_FRAME_MS + 1000, LAST_FRAME_MS - WAY_MS],
      [expect.any(Number), LAST_VOICE_MS],
    ]);
    expect(made.history()).toEqual(['user: hello again', 'assistant: Hi.']);
  });

  it('is answered when it has ended, not before; the audio of the answer waits for the client', async () => {
    const made = await cutInASegment(VOICE);
    await made.clock.run(LAST_FRAME_MS + 999);
    expect(made.history()).toEqual([]);
    await made.clock.run(5000);
    expect(made.history()).toEqual(['user: hello']);
    expect([made.connection.buffered(), made.client.heard().size]).toEqual([{ bytes: 0, droppedFrames: 0 }, 0]);
    const lost = made.client.messages.length;
    made.back();
    await made.clock.run(12_000);
    expect(made.client.faults).toEqual([]);
    expect(made.history()).toEqual(['user: hello', 'assistant: Hi.']);
    const spoken = made.client.messages.slice(lost).find(({ type }) => type === 'agent.speech_started');
    expect(spoken?.t_ms).toBeGreaterThan(5000);
    const end = made.client.messages.find((one) => one.type === 'audio.end');
    expect([...made.client.heard().values()].map(({ length }) => length)).toEqual([
      end?.type === 'audio.end' && end.samples,
    ]);
  });
});
