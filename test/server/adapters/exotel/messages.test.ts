import { expect, it } from 'vitest';
import { exotel } from '../../../../src/server/adapters/exotel/exotel.ts';
import { audioFormats } from '../../media/support/call.ts';

/**
 * "Events — your server → Exotel (Voicebot only)" of https://developer.exotel.com/docs/agentstream/websocket-protocol, read 2026-11-26 in its source
 * (github.com/rahulkumar-exo/exotel-docs, docs/agentstream/websocket-protocol.md, commit e81e628).
 */
const DOCUMENTED = {
  media: { event: 'media', stream_sid: 'MZxxxxxxxxxxxxxxxxxxxxxxxx', media: { payload: '<base64-encoded PCM>' } },
  mark: { event: 'mark', stream_sid: 'MZxxxxxxxxxxxxxxxxxxxxxxxx', mark: { name: 'turn-3-end' } },
  clear: { event: 'clear', stream_sid: 'MZxxxxxxxxxxxxxxxxxxxxxxxx' },
};

/** "Events — Exotel → your server" of the same page, at 16 kHz. */
const START = {
  event: 'start',
  sequence_number: '1',
  stream_sid: 'MZxxxxxxxxxxxxxxxxxxxxxxxx',
  start: {
    stream_sid: 'MZxxxxxxxxxxxxxxxxxxxxxxxx',
    call_sid: 'CAxxxxxxxxxxxxxxxxxxxxxxxx',
    account_sid: 'ACxxxxxxxxxxxxxxxxxxxxxxxx',
    from: '+919876543210',
    to: '+918047491899',
    custom_parameters: { key1: 'value1' },
    media_format: { encoding: 'audio/x-raw', sample_rate: '16000', bit_rate: '16' },
  },
};

it('what Exotel is sent is what its documentation shows', () => {
  const { decode, encode } = exotel.createCodec(audioFormats(), { allowsInterruptions: true });
  expect(decode(JSON.stringify(START))).toEqual([{ kind: 'opened' }]);
  const samples = new Int16Array(1600).fill(0x0102);
  const payload = Buffer.from(samples.buffer).toString('base64');
  const clear = { type: 'clear', utterance_id: 'u', clear_id: 0, seq: 1, t_ms: 2 } as const;
  const sent = [
    ...encode({ kind: 'audio', samples }),
    ...encode({ kind: 'mark', name: 'turn-3-end' }),
    ...encode({ kind: 'message', message: clear }),
  ];
  expect(sent.map((message) => JSON.parse(String(message)))).toEqual([
    { ...DOCUMENTED.media, media: { payload } },
    DOCUMENTED.mark,
    DOCUMENTED.clear,
  ]);
});
