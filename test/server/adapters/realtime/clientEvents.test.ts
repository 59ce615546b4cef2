import { describe, expect, it } from 'vitest';
import type { AudioFrame } from '../../../../src/core/audio.ts';
import { decodeAlaw, decodeMulaw, encodeMulaw } from '../../../../src/wire/audio/g711.ts';
import { toBase64 } from '../../../../src/wire/bytes.ts';
import { START, peer, speaking, user, utterance_id } from './peer.ts';

describe('what the client does', () => {
  const INTERRUPT = { kind: 'message', message: { type: 'agent.interrupt' } };
  const truncate = (fields: object = {}): object => ({
    type: 'conversation.item.truncate',
    event_id: 'mine',
    item_id: 'item_agent_u0.0',
    content_index: 0,
    audio_end_ms: 100,
    ...fields,
  });
  const error = (code: string, param: string | null = null, event_id: string | null = 'mine') => [
    { type: 'error', error: { type: 'invalid_request_error', code, param, event_id } },
  ];

  it.each([{ type: 'response.cancel' }, truncate()])('interrupts: $type', (event) => {
    expect(speaking().sends(event)).toEqual([INTERRUPT]);
  });

  it.each([{ type: 'response.cancel', event_id: 'mine' }, truncate()])(
    'cannot interrupt an agent that is not to be: $type',
    (event) => {
      expect(speaking({ allowsInterruptions: false }).sends(event)).toMatchObject(error('interruptions_disabled'));
    },
  );

  it('cancels nothing where nothing is said', () => {
    expect(peer().sends({ type: 'response.cancel', event_id: 'mine' })).toMatchObject(
      error('response_cancel_not_active'),
    );
  });

  it('cancels no other response', () => {
    expect(speaking().sends({ type: 'response.cancel', response_id: 'resp_0' })).toEqual([INTERRUPT]);
    expect(speaking().sends({ type: 'response.cancel', event_id: 'mine', response_id: 'resp_7' })).toMatchObject(
      error('response_cancel_not_active', 'response_id'),
    );
  });

  it.each([
    [{ audio_end_ms: 502 }, 'invalid_value', 'audio_end_ms'],
    [{ audio_end_ms: -1 }, 'invalid_value', 'audio_end_ms'],
    [{ content_index: 1 }, 'invalid_value', 'content_index'],
    [{ item_id: 'item_other' }, 'item_not_found', 'item_id'],
  ])('truncates only what it has got: %j', (fields, code, param) => {
    expect(speaking().sends(truncate(fields))).toMatchObject(error(code, param));
  });

  it('types', () => {
    const { sends, types } = peer();
    const item = { type: 'message', id: 'msg_1', role: 'user', content: [{ type: 'input_text', text: 'hello' }] };
    expect(sends({ type: 'conversation.item.create', item })).toMatchObject([
      { kind: 'message', message: { type: 'input.text', text: 'hello' } },
      { type: 'conversation.item.added', item: { id: 'msg_1', content: [{ type: 'input_text', text: 'hello' }] } },
      { type: 'conversation.item.done' },
    ]);
    expect(types(user('hello'))).toEqual([]);
  });

  it('types while it speaks: both are words of the turn', () => {
    const { sends, types } = peer();
    const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] };
    sends({ type: 'conversation.item.create', item });
    expect(types(user('hello there'))).toContain('conversation.item.added');
  });

  it.each([
    ['input_audio_buffer.commit', 'The server decides when a turn ends.'],
    ['response.create', 'The agent answers by itself.'],
    ['output_audio_buffer.clear', 'Interrupting the agent clears the audio.'],
  ])('has no effect, and a warning: %s', (type, message) => {
    expect(peer().sends({ type })).toMatchObject([{ type: 'antiphon.warning', event: type, message }]);
  });

  it.each<[string, object | string | Uint8Array, string, string | null, string | null]>([
    ['an unknown event', { type: 'weather', event_id: 'mine' }, 'unknown_event', 'type', 'mine'],
    ['no type', { event_id: 'mine' }, 'invalid_type', 'type', 'mine'],
    ['no JSON', '{', 'invalid_json', null, null],
    ['no object', '[]', 'invalid_json', null, null],
    ['a binary message', new Uint8Array(2), 'invalid_message', null, null],
    ['no base64', { type: 'input_audio_buffer.append', audio: 'a!' }, 'invalid_value', 'audio', null],
    [
      'an item of the agent',
      {
        type: 'conversation.item.create',
        item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] },
      },
      'not_supported',
      'item.role',
      null,
    ],
    [
      'an item of a developer',
      { type: 'conversation.item.create', item: { type: 'message', role: 'developer', content: [] } },
      'invalid_value',
      'item.role',
      null,
    ],
    [
      'a response apart from the conversation',
      { type: 'response.create', response: { conversation: 'none' } },
      'not_supported',
      'response.conversation',
      null,
    ],
    ['deleting', { type: 'conversation.item.delete', item_id: 'x' }, 'not_supported', 'item_id', null],
    ['an unknown item', { type: 'conversation.item.retrieve', item_id: 'x' }, 'item_not_found', 'item_id', null],
    [
      'another rate',
      { type: 'session.update', session: { audio: { input: { format: { type: 'audio/pcm', rate: 16_000 } } } } },
      'invalid_value',
      'session.audio.input.format',
      null,
    ],
  ])('is refused with an error, and the session goes on: %s', (_, event, code, param, eventId) => {
    expect(peer().sends(event)).toMatchObject(error(code, param, eventId));
  });
});

describe('audio in pieces of any length', () => {
  const append = (...bytes: readonly number[]) => ({
    type: 'input_audio_buffer.append',
    audio: toBase64(Uint8Array.from(bytes)),
  });
  const samplesOf = (inputs: readonly object[]): readonly number[] =>
    inputs.flatMap((input) => ('frame' in input ? [...(input.frame as AudioFrame).samples] : [input as never]));

  it('keeps each byte', () => {
    const { sends } = peer();
    const pieces = [[1], [2, 3], [4, 5, 6], [], [7, 8, 9, 10]];
    expect(samplesOf(pieces.flatMap((piece) => sends(append(...piece))))).toEqual([
      0x0201, 0x0403, 0x0605, 0x0807, 0x0a09,
    ]);
  });

  it.each([
    { type: 'input_audio_buffer.clear' },
    { type: 'session.update', session: { audio: { input: { format: { type: 'audio/pcmu' } } } } },
  ])('begins anew behind $type', (event) => {
    const { sends } = peer();
    sends(append(1));
    sends(event);
    sends({ type: 'session.update', session: { audio: { input: { format: { type: 'audio/pcm', rate: 24_000 } } } } });
    expect(samplesOf(sends(append(2, 3)))).toEqual([0x0302]);
  });
});

describe('the session', () => {
  it.each([
    [{ instructions: 'Be rude.' }, 'session.instructions'],
    [{ tools: [{ type: 'function', name: 'x' }] }, 'session.tools'],
    [{ output_modalities: ['text'] }, 'session.output_modalities'],
    [{ audio: { output: { voice: 'ash' } } }, 'session.audio.output.voice'],
  ])('is not changed by its client: %j', (session, param) => {
    expect(peer().sends({ type: 'session.update', session })).toMatchObject([
      { type: 'error', error: { code: 'session_update_refused', param } },
      { type: 'session.updated' },
    ]);
  });

  it('takes what the Agents SDK sends by itself', () => {
    const session = {
      type: 'realtime',
      instructions: '',
      model: 'gpt-realtime-2.1',
      output_modalities: ['audio'],
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24_000 },
          noise_reduction: null,
          turn_detection: { type: 'semantic_vad' },
        },
        output: { format: { type: 'audio/pcm', rate: 24_000 }, speed: 1 },
      },
    };
    expect(peer().sends({ type: 'session.update', session })).toMatchObject([
      { type: 'session.updated', session: { audio: { input: { turn_detection: { interrupt_response: true } } } } },
      {
        type: 'antiphon.warning',
        event: 'session.update',
        params: ['session.model', 'session.audio.input.turn_detection.type'],
      },
    ]);
  });

  it.each(['audio/pcmu', 'audio/pcma'] as const)('speaks %s, at 8 kHz', (type) => {
    const { sends, gets, hears } = peer();
    sends({
      type: 'session.update',
      session: { audio: { input: { format: { type } }, output: { format: { type } } } },
    });
    gets(START);
    const sent = Array.from({ length: 10 }, hears).flat();
    const rest = gets({ type: 'audio.end', utterance_id, samples: 4800 });
    const bytes = [...sent, ...rest].reduce((sum, { delta }) => sum + Buffer.from(String(delta), 'base64').length, 0);
    expect(bytes).toBe(1600);
    const audio = toBase64(encodeMulaw(new Int16Array(160).fill(1000)));
    const decode = type === 'audio/pcmu' ? decodeMulaw : decodeAlaw;
    expect(sends({ type: 'input_audio_buffer.append', audio })).toEqual([
      { kind: 'audio', frame: { samples: decode(Buffer.from(audio, 'base64')), sampleRate: 8000 } },
    ]);
  });

  it('says what it has survived as a warning, and what it has not as an error', () => {
    const { gets } = peer();
    const failure = { type: 'error', code: 'llm_timeout', message: 'Too slow.' } as const;
    expect(gets({ ...failure, fatal: false })).toMatchObject([{ type: 'antiphon.warning', code: 'llm_timeout' }]);
    expect(gets({ ...failure, fatal: true })).toMatchObject([
      { type: 'error', error: { type: 'server_error', code: 'llm_timeout' } },
    ]);
  });
});
