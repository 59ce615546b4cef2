import type { Incoming, Outgoing } from './format.ts';

/** Descriptions of inputs for the JSON Schema. */
export const INCOMING_DESCRIPTIONS: Readonly<Record<keyof Incoming, string>> = {
  audio: 'A frame of the user’s audio; pcm: its samples, 16 bit little endian, in base64, if audio is kept.',
  typed: 'A text that the user typed.',
  digit: 'A telephone key that the user pressed.',
  muted: 'Whether the microphone is muted.',
  turns: 'What a client with push to talk did with the audio since its last command.',
  connected: 'Whether the client is connected.',
  report: 'A playout report of the client. playedSamples counts from the first sample of the utterance.',
  vad: 'The probability of speech in one window, 0 to 1.',
  stt: 'An event of the recogniser for a segment.',
  model: 'An event of the speech model, without the audio itself.',
  llm: 'A chunk from the agent’s handler; llm.0, llm.1 … are its calls.',
  turn: 'A verdict of the turn model about a pause; turn.0, turn.1 … are the questions to it.',
  standstill:
    'A verdict of the turn model about words that have stopped changing while the user still speaks; standstill.0, standstill.1 … are the questions to it.',
  tts: 'An event of TTS for an utterance, without the audio itself; tts.0, tts.1 … are the utterances. Times in ms of audio, offsets in UTF-16 code units.',
  warm: 'A report of a TTS port that is kept warm.',
  found: 'A value that the checks of the ports and of the transport rejected.',
  fn: 'The result of a function, as the model gets it, after its reports from the background; fn.0, fn.1 … are the executed calls.',
  entry: 'What `on_digits` decided: a text of the user, or nothing; entry.0, entry.1 … are the entries.',
  away: 'What `on_user_away` decided: a text of the agent, or nothing; away.0, away.1 … are its calls.',
  filler: 'What the function `filler` decided: a text of the agent, or nothing; filler.0, filler.1 … are its calls.',
  args: 'The check of a call’s arguments; without issues they are valid.',
  functions: 'The agent’s functions, whenever they have changed.',
  asked: 'A request to the session by its owner, its server or the agent’s code.',
  tick: 'All due timers ran.',
  own: 'Work began by itself inside the session, for example through a promise of a splice.',
};

/** Descriptions of outputs for the JSON Schema. */
export const OUTGOING_DESCRIPTIONS: Readonly<Record<keyof Outgoing, string>> = {
  event: 'One of the nine events, with its message, calls or results.',
  error: 'A failure or a diagnostic.',
  command: 'A command to the transport, except audio.',
  opened: 'A stream was opened: llm.0, tts.0, fn.0 …',
  left: 'A stream was unsubscribed from before its end.',
  stt: 'An input of the recogniser, except audio.',
  model: 'An input of the speech model, except audio.',
  activity: 'A segment of speech began, was truncated, or ended.',
  transcript: 'A transcript of a segment.',
  interruption: 'The user interrupted the agent.',
  userTurn: 'A turn of the user was committed.',
  reply: 'Progress of the generated reply.',
  functionCalls: 'The calls of a round.',
  functionResults: 'The results of a round, one for each call.',
  speech: 'An event of an utterance on its way to the client, except audio.',
  playout:
    'An utterance started or stopped at the client; audio: a frame that was sent to it, if the agent’s audio is kept.',
  metrics: 'The user’s wait for an answer, in parts. Parts in ms, their sum is totalMs.',
  usage: 'The session’s use of its providers: seconds, characters and tokens. Written before ended.',
  ended: 'The session has ended, for this reason.',
};
