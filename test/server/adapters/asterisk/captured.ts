/**
 * What the WebSocket channel of Asterisk 22.10.1 has sent, with `c(slin16)`, in a call of `originate Local/…`. `npm run test:asterisk` compares
 * them with those of an Asterisk.
 */
export const JSON_EVENTS = {
  start:
    '{"event":"MEDIA_START","connection_id":"antiphon","channel":"WebSocket/antiphon/0x7f088c0029e0","channel_id":"1795640827.2","format":"slin16","optimal_frame_size":640,"ptime":20,"channel_variables":{"DIALEDPEERNUMBER":"antiphon/c(slin16)f(json)v(from=,to=json)","MEDIA_WEBSOCKET_CONNECTION_ID":"antiphon","MEDIA_WEBSOCKET_OPTIMAL_FRAME_SIZE":"640"}}',
  mark: '{"event":"MEDIA_MARK_PROCESSED","channel_id":"1795640827.2","correlation_id":"7"}',
  digit: '{"event":"DTMF_END","channel_id":"1795640827.2","digit":"5"}',
  error: '{"event":"ERROR","channel_id":"1795640919.2","error_text":"Unable to parse JSON command"}',
  status:
    '{"event":"STATUS","channel_id":"1795640827.2","queue_length":10,"xon_level":800,"xoff_level":900,"queue_full":false,"bulk_media":true,"media_paused":false}',
  drained: '{"event":"QUEUE_DRAINED","channel_id":"1795640827.2"}',
  buffered: '{"event":"MEDIA_BUFFERING_COMPLETED","channel_id":"1795640827.2","correlation_id":"b1"}',
  full: '{"event":"MEDIA_XOFF","channel_id":"1795640827.2"}',
  free: '{"event":"MEDIA_XON","channel_id":"1795640827.2"}',
} as const;

/** The same without `f(json)`; `error` is written after the source of chan_websocket. */
export const PLAIN_EVENTS = {
  start:
    'MEDIA_START connection_id:antiphon channel:WebSocket/antiphon/0x7f089c003c20 channel_id:1795640835.5 format:slin16 optimal_frame_size:640 ptime:20',
  mark: 'MEDIA_MARK_PROCESSED 7',
  digit: 'DTMF_END digit:5 channel_id:1795640835.5',
  error: 'ERROR channel_id:1795640919.2 error_text:Unable to parse JSON command',
  status:
    'STATUS channel_id:1795640835.5 queue_length:10 xon_level:800 xoff_level:900 queue_full:false bulk_media:true media_paused:false',
  drained: 'QUEUE_DRAINED',
  buffered: 'MEDIA_BUFFERING_COMPLETED b1',
  full: 'MEDIA_XOFF',
  free: 'MEDIA_XON',
} as const;
