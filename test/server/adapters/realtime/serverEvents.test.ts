import { describe, expect, it } from 'vitest';
import type { ServerMessageBody } from '../../../../src/core/protocol.ts';
import { bytesOfSamples, toBase64 } from '../../../../src/wire/bytes.ts';
import {
  AUDIBLE,
  CLEAR,
  INTERRUPTED,
  START,
  TEXT,
  USER_STARTS,
  USER_STOPS,
  done,
  peer,
  speaking,
  stopped,
  thought,
  user,
  utterance_id,
  type Peer,
} from './peer.ts';

describe('a reply', () => {
  it('is a response with one item, whose audio is done when it was heard', () => {
    const { types, hears } = peer();
    expect(types({ type: 'agent.thinking', turn: 0 }, TEXT, START)).toEqual([
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_audio_transcript.delta',
    ]);
    expect(hears()).toMatchObject([
      {
        type: 'response.output_audio.delta',
        response_id: 'resp_0',
        item_id: 'item_agent_u0.0',
        output_index: 0,
        content_index: 0,
        delta: toBase64(bytesOfSamples(new Int16Array(480).fill(7))),
      },
    ]);
    expect(types(thought('complete'), AUDIBLE, { type: 'audio.end', utterance_id, samples: 480 })).toEqual([]);
    expect(types(stopped('complete'))).toEqual([
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ]);
  });

  it('has all its words, and is completed', () => {
    const { gets } = speaking();
    const done = gets(stopped('complete')).at(-1);
    expect(done).toMatchObject({
      response: { status: 'completed', output: [{ status: 'completed', content: [{ transcript: 'It is seven.' }] }] },
    });
  });

  it('of no words is done when it is over', () => {
    const { types } = peer();
    types({ type: 'agent.thinking', turn: 0 }, thought('complete'));
    expect(types(done('complete'))).toEqual(['response.done']);
  });

  it.each([
    ['superseded', 'cancelled', { reason: 'turn_detected' }],
    ['failed', 'failed', { type: 'failed' }],
  ] as const)('of which nothing was heard ends with all its items: %s', (reason, status, status_details) => {
    const { gets } = peer();
    gets({ type: 'agent.thinking', turn: 0 }, TEXT, thought('complete'));
    const ended = gets(done(reason));
    expect(ended.map(({ type }) => type)).toEqual([
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ]);
    expect(ended.at(-1)).toMatchObject({ response: { status, status_details } });
  });

  it('that the client cancels says so', () => {
    const { gets, sends } = peer();
    gets({ type: 'agent.thinking', turn: 0 }, TEXT, thought('complete'));
    sends({ type: 'response.cancel' });
    expect(gets(done('superseded')).at(-1)).toMatchObject({
      response: { status: 'cancelled', status_details: { reason: 'client_cancelled' } },
    });
  });

  it('that fails is done at once', () => {
    const { gets } = peer();
    gets({ type: 'agent.thinking', turn: 0 });
    expect(gets(thought('failed'))).toMatchObject([{ type: 'response.done', response: { status: 'failed' } }]);
  });

  it('that newer words replace before it was heard is cancelled', () => {
    const { gets } = peer();
    gets({ type: 'agent.thinking', turn: 0 }, TEXT);
    expect(gets(thought('superseded')).at(-1)).toMatchObject({
      type: 'response.done',
      response: { status: 'cancelled' },
    });
  });

  it('without a turn, such as a greeting, is a response too', () => {
    const { types } = peer();
    expect(types(TEXT)[0]).toBe('response.created');
    types(START, AUDIBLE);
    expect(types(stopped('complete')).at(-1)).toBe('response.done');
  });

  it('that goes on after a false interruption repeats no word', () => {
    const { gets } = peer();
    const again: ServerMessageBody = {
      type: 'agent.text',
      utterance_id: 'u0.1',
      delta: 'It is seven.',
      repeated_chars: 6,
    };
    expect(gets(again).at(-1)).toMatchObject({ delta: 'seven.' });
  });
});

describe('the words of the user', () => {
  it('are an item when the turn is over', () => {
    const { gets, types } = peer();
    expect(gets(USER_STARTS, USER_STOPS)).toMatchObject([
      { type: 'input_audio_buffer.speech_started', audio_start_ms: 900, item_id: 'item_user_0' },
      { type: 'input_audio_buffer.speech_stopped', audio_end_ms: 1500, item_id: 'item_user_0' },
    ]);
    expect(types({ type: 'user.transcript', utterance_id: 's0.0', text: 'what', final: false })).toEqual([]);
    expect(gets({ type: 'user.transcript', utterance_id: 's0.0', text: 'what time is it', final: true })).toMatchObject(
      [{ type: 'conversation.item.input_audio_transcription.delta', item_id: 'item_user_0', delta: 'what time is it' }],
    );
    expect(gets(user('what time is it'))).toMatchObject([
      { type: 'input_audio_buffer.committed', item_id: 'item_user_0', previous_item_id: null },
      { type: 'conversation.item.added', item: { id: 'item_user_0', role: 'user' } },
      { type: 'conversation.item.done' },
      {
        type: 'conversation.item.input_audio_transcription.completed',
        transcript: 'what time is it',
        usage: { type: 'duration', seconds: 0.6 },
      },
    ]);
  });

  it('over the agent are not said to begin until the interruption is decided', () => {
    const { gets, types } = speaking();
    expect(types(USER_STARTS)).toEqual([]);
    expect(gets(CLEAR)).toMatchObject([{ type: 'input_audio_buffer.speech_started', audio_start_ms: 900 }]);
    expect(types(stopped('cut'), INTERRUPTED)).toEqual([
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
      'conversation.item.truncated',
    ]);
  });

  it('over the agent that interrupt nothing are not said to begin or to end', () => {
    const { types } = speaking();
    expect(types(USER_STARTS, USER_STOPS, stopped('complete'))).not.toContain('input_audio_buffer.speech_started');
  });

  it('over the agent that interrupt it after the voice has ended are said to begin and to end', () => {
    const { gets } = speaking();
    gets(USER_STARTS, USER_STOPS);
    gets({ type: 'user.transcript', utterance_id: 's0.0', text: 'stop please', final: true });
    expect(gets(CLEAR)).toMatchObject([
      { type: 'input_audio_buffer.speech_started', audio_start_ms: 900, item_id: 'item_user_0' },
      { type: 'input_audio_buffer.speech_stopped', audio_end_ms: 1500, item_id: 'item_user_0' },
    ]);
    expect(gets(user('stop please')).at(-1)).toMatchObject({ usage: { seconds: 0.6 } });
  });

  it('that last longer than the agent are said to begin when it is silent', () => {
    const { types } = speaking();
    types(USER_STARTS);
    expect(types(stopped('complete')).at(-1)).toBe('input_audio_buffer.speech_started');
    expect(types(USER_STOPS)).toEqual(['input_audio_buffer.speech_stopped']);
  });
});

describe('an interrupted reply', () => {
  it('has the words that were heard, and no others', () => {
    const { gets, sends } = speaking();
    gets(USER_STARTS, CLEAR, stopped('cut'), INTERRUPTED);
    const truncate = {
      type: 'conversation.item.truncate',
      item_id: 'item_agent_u0.0',
      content_index: 0,
      audio_end_ms: 480,
    };
    expect(sends(truncate)).toMatchObject([{ type: 'conversation.item.truncated', audio_end_ms: 500 }]);
    expect(sends({ type: 'conversation.item.retrieve', item_id: 'item_agent_u0.0' })).toMatchObject([
      { type: 'conversation.item.retrieved', item: { status: 'incomplete', content: [{ transcript: 'It is' }] } },
    ]);
  });

  it('is answered when it is known what was heard', () => {
    const { gets, sends } = speaking();
    gets(USER_STARTS, CLEAR);
    const truncate = {
      type: 'conversation.item.truncate',
      item_id: 'item_agent_u0.0',
      content_index: 0,
      audio_end_ms: 480,
    };
    expect(sends(truncate)).toEqual([]);
    expect(gets(stopped('cut'), INTERRUPTED).at(-1)).toMatchObject({
      type: 'conversation.item.truncated',
      audio_end_ms: 500,
    });
  });
});

describe('the times of words', () => {
  const words = [
    { from: 0, to: 2, startMs: 0, endMs: 150 },
    { from: 3, to: 5, startMs: 150, endMs: 300 },
  ];
  const wanted = { type: 'session.update', session: { audio: { output: { output_audio_timestamp_types: ['word'] } } } };
  const sent = ({ codec }: Peer) => (codec.addWords?.('u0.0', words) ?? []).map((text) => JSON.parse(String(text)));

  it('come to a client that wants them, as from Azure Voice Live', () => {
    const client = speaking();
    client.sends(wanted);
    expect(sent(client)).toMatchObject([
      { type: 'response.audio_timestamp.delta', item_id: 'item_agent_u0.0', text: 'It', audio_offset_ms: 0 },
      { type: 'response.audio_timestamp.delta', text: 'is', audio_offset_ms: 150, audio_duration_ms: 150 },
    ]);
  });

  it('do not come to others', () => {
    expect(sent(speaking())).toEqual([]);
  });
});
