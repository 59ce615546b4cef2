import { describe, expect, it } from 'vitest';
import { appWith, post, problemIn, startSession } from './support.ts';

function requestOf(output: object): object {
  return { transport: { type: 'websocket', protocol: 'antiphon.v1', audio: { output } } };
}

describe('the length of the agent’s audio frames', () => {
  it.each([20, 40, 60])('grants frames of %i ms, and shows them', async (frame_ms) => {
    const app = await appWith();
    const output = { encoding: 'pcm_s16le', sample_rate: 8000, frame_ms };
    const { session_id, transport } = await startSession(app, requestOf(output));
    const shown = await app.inject({ method: 'GET', url: `/v1/sessions/${session_id}` });
    expect([transport.audio.output, shown.json().transport.audio.output]).toEqual([output, output]);
  });

  it('grants frames of 20 ms where only a rate is requested', async () => {
    const { transport } = await startSession(await appWith(), requestOf({ encoding: 'pcm_s16le', sample_rate: 8000 }));
    expect(transport.audio.output).toEqual({ encoding: 'pcm_s16le', sample_rate: 8000, frame_ms: 20 });
  });

  it.each([30, '40', 0, null])('refuses frames of %j ms', async (frame_ms) => {
    const response = await post(
      await appWith(),
      JSON.stringify(requestOf({ encoding: 'pcm_s16le', sample_rate: 8000, frame_ms })),
    );
    expect(response.statusCode).toBe(422);
    expect(problemIn(response).errors).toEqual([
      { pointer: '/transport/audio/output/frame_ms', detail: 'expected one of 20, 40, 60' },
    ]);
  });
});
