import { describe, expect, it } from 'vitest';
import { realtimeInTracks } from '../../../../src/server/adapters/realtime/realtime.ts';
import { toBase64 } from '../../../../src/wire/bytes.ts';
import { AUDIBLE, CLEAR, INTERRUPTED, START, TEXT, USER_STARTS, peer, speaking, stopped, thought } from './peer.ts';

const inTracks = { adapter: realtimeInTracks };

describe('a client whose audio is in tracks', () => {
  it('gets no audio in events, but what is played', () => {
    const { types, hears } = peer(inTracks);
    types({ type: 'agent.thinking', turn: 0 }, TEXT, START);
    expect(hears()).toEqual([]);
    expect(types(AUDIBLE)).toEqual(['output_audio_buffer.started']);
    expect(types(thought('complete'), stopped('complete')).slice(-2)).toEqual([
      'response.done',
      'output_audio_buffer.stopped',
    ]);
  });

  it('gets to know once that a response of two utterances is played', () => {
    const { types } = speaking(inTracks);
    const next = { utterance_id: 'u0.1' } as const;
    types({ type: 'agent.text', delta: 'Yes.', ...next });
    const seen = types(stopped('complete'), { type: 'agent.speech_started', ...next });
    expect(seen.filter((type) => String(type).startsWith('output_audio_buffer'))).toEqual([]);
    expect(types({ type: 'agent.speech_stopped', reason: 'complete', ...next }).at(-1)).toBe(
      'output_audio_buffer.stopped',
    );
  });

  it('gets to know that an interruption has cleared it, and where', () => {
    const { gets, types } = speaking(inTracks);
    types(USER_STARTS);
    expect(gets(CLEAR)).toMatchObject([
      { type: 'input_audio_buffer.speech_started' },
      { type: 'output_audio_buffer.cleared', response_id: 'resp_0' },
    ]);
    const rest = types(stopped('cut'), INTERRUPTED);
    expect(rest).toContain('conversation.item.truncated');
    expect(rest).not.toContain('output_audio_buffer.stopped');
  });

  it('interrupts the agent when it clears the audio', () => {
    const { sends } = speaking(inTracks);
    expect(sends({ type: 'output_audio_buffer.clear' })).toEqual([
      { kind: 'message', message: { type: 'agent.interrupt' } },
    ]);
  });

  it('clears nothing when the agent is silent, or was cut', () => {
    const nothing = [{ type: 'antiphon.warning', message: 'There is no audio to clear.' }];
    expect(peer(inTracks).sends({ type: 'output_audio_buffer.clear' })).toMatchObject(nothing);
    const { gets, sends } = speaking(inTracks);
    gets(CLEAR);
    expect(sends({ type: 'output_audio_buffer.clear' })).toMatchObject(nothing);
  });

  it('cannot clear the audio of an agent that cannot be interrupted', () => {
    const { sends } = speaking({ ...inTracks, allowsInterruptions: false });
    expect(sends({ type: 'output_audio_buffer.clear' })).toMatchObject([
      { type: 'error', error: { code: 'interruptions_disabled' } },
    ]);
  });

  it('sends no audio in events', () => {
    const event = { type: 'input_audio_buffer.append', audio: toBase64(new Uint8Array(4)), event_id: 'e1' };
    expect(peer(inTracks).sends(event)).toMatchObject([
      { type: 'error', error: { code: 'not_supported', param: 'audio', event_id: 'e1' } },
    ]);
  });

  it('has no formats of audio to choose', () => {
    const audio = { output: { format: { type: 'audio/pcmu' } } };
    expect(peer(inTracks).sends({ type: 'session.update', session: { audio } })).toMatchObject([
      { type: 'session.updated', session: { audio: { output: { format: { type: 'audio/pcm' } } } } },
    ]);
  });
});

it('a client whose audio is in events gets none of these', () => {
  const { types } = speaking();
  const seen = types(CLEAR, stopped('cut'), INTERRUPTED).filter((type) => String(type).startsWith('output_'));
  expect(seen).toEqual([]);
});
