import { beforeEach, describe, expect, test } from 'vitest';
import { begin, TENTH, receive, send, setUp, respond, audio, receiveFrame } from './conversation.ts';

beforeEach(begin);

describe('what was not heard', () => {
  beforeEach(() => {
    setUp();
    respond(0, 'r');
    audio('r', 'a', 2 * TENTH);
    audio('r', 'b', TENTH);
  });

  test('is cut off its item, in whole ms', () => {
    expect(send({ kind: 'truncate', item: 'a', samples: TENTH + 23 })).toEqual([
      { type: 'conversation.item.truncate', item_id: 'a', content_index: 0, audio_end_ms: 100 },
    ]);
  });

  test('is deleted if it is the whole item: the server refuses 0', () => {
    const deleted = { type: 'conversation.item.delete', item_id: 'b' };
    expect([
      ...send({ kind: 'truncate', item: 'b', samples: 0 }),
      ...send({ kind: 'truncate', item: 'b', samples: 23 }),
    ]).toEqual([deleted, deleted]);
  });

  test('is nothing if all of the item was received and heard', () => {
    receive('response.output_item.done', { response_id: 'r', item: { id: 'b', type: 'message' } });
    expect([TENTH, TENTH + 1, 10 * TENTH].flatMap((samples) => send({ kind: 'truncate', item: 'b', samples }))).toEqual(
      [],
    );
  });

  test('is what has not arrived, if all that was received was heard', () => {
    expect(send({ kind: 'truncate', item: 'b', samples: 10 * TENTH })).toEqual([
      { type: 'conversation.item.truncate', item_id: 'b', content_index: 0, audio_end_ms: 100 },
    ]);
  });

  test('is not sent for an item without audio', () => {
    expect(send({ kind: 'truncate', item: 'text', samples: 0 })).toEqual([]);
  });
});

describe('an error', () => {
  const error = (code: string, type = 'invalid_request_error') =>
    receive('error', { error: { type, code, message: 'No.', param: null } });

  test('during the set-up ends the connection, and so does one that is fatal', () => {
    receive('session.created', { session: {} });
    expect(error('unknown_parameter')).toEqual([{ kind: 'fault', fault: { kind: 'final', message: 'No.' } }]);
    receive('session.updated', {});
    expect(error('insufficient_quota')).toEqual([{ kind: 'fault', fault: { kind: 'final', message: 'No.' } }]);
    expect(error('session_expired')).toEqual([{ kind: 'fault', fault: { kind: 'expired', message: 'No.' } }]);
  });

  test('about a response that was over when it was cancelled means nothing, and others are reported', () => {
    setUp();
    expect(error('response_cancel_not_active')).toEqual([]);
    expect(error('item_truncate_invalid')).toEqual([{ kind: 'warning', message: 'No. (item_truncate_invalid)' }]);
  });

  test('in a frame that cannot be read means nothing', () => {
    setUp();
    expect(receiveFrame('garbage')).toEqual([]);
    expect(receive('error', {})).toEqual([]);
    expect(receive('response.output_audio.delta', {})).toEqual([]);
  });
});
