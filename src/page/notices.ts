import type { ErrorCode } from './inputs.ts';

/** A failure described to the user. */
export interface Notice extends Text {
  /** The action that the page offers. */
  readonly way: 'again' | 'type' | 'sound' | 'resume';
}

interface Text {
  /** The failure. */
  readonly title: string;
  /** The advice to the user. */
  readonly advice: string;
}

/** Returns the notice of a failure. `words` is the message of the server or the browser. */
export function failureNotice(code: ErrorCode, words: string): Notice {
  const way = wayOf(code);
  const isQuoted = code === 'session_refused' && words !== '';
  return { ...FAILURES[code], ...(isQuoted && { advice: `The server says: ${words}` }), way };
}

function wayOf(code: ErrorCode): Notice['way'] {
  if (code === 'audio_paused') return 'sound';
  return code.startsWith('microphone_') ? 'type' : 'again';
}

/** Returns the notice of an unexpected end, or null for a normal end. */
export function endNotice(reason: string): Notice | null {
  if (NORMAL_ENDS.has(reason)) return null;
  const text = ENDS[reason] ?? { title: 'The conversation has ended.', advice: `The reason given is “${reason}”.` };
  return { ...text, way: 'again' };
}

/** The notice of a conversation that waits for the page to be reloaded. */
export const interruptedNotice: Notice = {
  title: 'The conversation is waiting for you.',
  advice: 'You reloaded the page during the conversation. The server waits for a short time.',
  way: 'resume',
};

const FAILURES: Readonly<Record<ErrorCode, Text>> = {
  microphone_refused: {
    title: 'The browser may not use the microphone.',
    advice: 'Allow it in the site settings next to the address and try again, or continue by typing.',
  },
  microphone_missing: {
    title: 'No microphone is connected.',
    advice: 'Connect one and try again, or continue by typing.',
  },
  microphone_busy: {
    title: 'The microphone cannot be opened.',
    advice: 'Another program may be using it. Close that program and try again, or continue by typing.',
  },
  audio_unavailable: {
    title: 'This browser cannot play or record sound here.',
    advice: 'Sound needs a recent browser and a secure address: https, or localhost.',
  },
  audio_paused: {
    title: 'The browser has paused the sound.',
    advice: 'The conversation is waiting. Click to continue.',
  },
  server_unreachable: {
    title: 'The server does not answer.',
    advice: 'Start it with npm start and try again.',
  },
  session_refused: { title: 'The server refused to start a conversation.', advice: 'Its log says why.' },
  connection_lost: {
    title: 'The connection to the server was lost.',
    advice: 'The conversation so far is kept below. Start a new one when the server is back.',
  },
};

const NORMAL_ENDS: ReadonlySet<string> = new Set(['ended_by_client', 'ended_by_api', 'agent_ended', 'transferred']);

const ENDS: Readonly<Record<string, Text>> = {
  disconnected: FAILURES.connection_lost,
  page_left: {
    title: 'The conversation has ended.',
    advice: 'You reloaded the page, and the server stopped waiting. Press Talk to start another one.',
  },
  draining: {
    title: 'The server is shutting down.',
    advice: 'It ended the conversation. Try again when it is back.',
  },
  max_duration: {
    title: 'The conversation has reached its maximum duration.',
    advice: 'Start a new one to continue.',
  },
  idle_timeout: {
    title: 'Nothing was said for a long time.',
    advice: 'The server ended the conversation. Start a new one to continue.',
  },
  join_timeout: {
    title: 'The conversation was never joined.',
    advice: 'The server waited for a minute and gave up. Start a new one.',
  },
  handler_failed: { title: 'The agent failed.', advice: 'The server log says where.' },
  provider_failed: {
    title: 'A speech service of the agent failed.',
    advice: 'The server log says which. Start a new conversation to try again.',
  },
  part_failed: { title: 'A part of the agent failed.', advice: 'The server log says which.' },
  slow_consumer: {
    title: 'The connection is too slow for sound.',
    advice: 'The server could not send fast enough. Try again on a better network.',
  },
  internal: {
    title: 'The server had an internal error.',
    advice: 'Its log says more. Start a new conversation to try again.',
  },
};
