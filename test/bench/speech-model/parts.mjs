/** Files of a session with a speech model, by part. Helpers that several parts use, such as RxJS, count for their caller. */
export const PARTS = [
  ['sockets, receiving', /\/ws\/lib\/(receiver|websocket|permessage|buffer)/],
  ['sockets, sending', /\/ws\/lib\/sender/],
  ['model: JSON and base64', /\/wire\/(json|bytes|audio|openWebSocket)/],
  ['model: adapter', /\/wire\//],
  ['model: stages, resampler', /\/session\/standardStages\/speechModel\/|\/core\/resampler/],
  ['VAD', /\/operators\/vad|\/providers\/silero\/|^wasm:|\/core\/(sampleQueue|copier|voiceActivity)/],
  ['turns and floor', /\/operators\/(endpointing|interruption)|\/session\/floor\/|\/graph\/(runFloor|feedFloor)/],
  ['reply', /\/operators\/(llmTurn|speak)/],
  ['pacing', /\/operators\/pace|\/time\/(tickScheduler|workQueue|alarm)/],
  ['playout', /\/session\/playout|\/playback\//],
  ['session: rest', /\/src\/session\//],
  ['server', /\/src\/server\//],
];
