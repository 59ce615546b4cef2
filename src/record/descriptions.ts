import type { Incoming, Outgoing } from './format.ts';

/** What comes in over each kind of stream, for the JSON Schema. */
export const INCOMING_DESCRIPTIONS: Readonly<Record<keyof Incoming, string>> = {
  audio: 'A frame of the user’s audio; pcm: its samples, 16 bit little endian, in base64, if audio is kept.',
  typed: 'What the user typed.',
  muted: 'Whether the microphone is muted.',
  connected: 'Whether the client is there.',
  report: 'What the client has played. playedSamples counts from the first sample of the utterance.',
  vad: 'The probability of speech in one window, 0 to 1.',
  stt: 'What the recogniser understood of a segment.',
  llm: 'A chunk of what the agent’s handler streams; llm.0, llm.1 … are its calls.',
  tts: 'What the voice brings of an utterance, without the audio itself; tts.0, tts.1 … are the utterances. Times in ms of audio, offsets in UTF-16 code units.',
  warm: 'What a voice that is kept warm remarks.',
  found: 'What the checks of the ports and of the transport found and dropped.',
  fn: 'What a function returned, as the model is told; fn.0, fn.1 … are the executed calls.',
  args: 'What is wrong with the arguments of a call; without issues they are as the function wants them.',
  functions: 'The agent’s functions, whenever they are others than before.',
  asked: 'What was asked of the session by its owner, its server or the agent’s code.',
  tick: 'Timers ran: all that were due.',
  own: 'Something began inside the session by itself, such as what a splice had put off with a promise.',
};

/** What goes out under each name, for the JSON Schema. */
export const OUTGOING_DESCRIPTIONS: Readonly<Record<keyof Outgoing, string>> = {
  event: 'One of the nine events, with its message, calls or results.',
  error: 'A failure or a diagnostic.',
  command: 'What the transport was told, but for the audio.',
  opened: 'A stream was opened: llm.0, tts.0, fn.0 …',
  left: 'A stream was left before its end.',
  stt: 'What the recogniser was told, but for the audio.',
  activity: 'A segment of speech began, was cut short in what it hands out, or ended.',
  transcript: 'What was understood of a segment.',
  interruption: 'The user asked for the floor.',
  userTurn: 'A turn of the user was committed.',
  reply: 'How the generated reply gets on.',
  functionCalls: 'The calls of a round.',
  functionResults: 'The results of a round, one for each call.',
  speech: 'What is spoken, but for the audio.',
  playout: 'What becomes of an utterance at the client, but for positions.',
  metrics: 'How long the user waited for an answer, and for what. Parts in ms, their sum is totalMs.',
  ended: 'The session has ended, for this reason.',
};
