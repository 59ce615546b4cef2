import { messageOf } from './messageOf.ts';

/**
 * Codes of an AntiphonError, with their meanings. Codes are stable. `docs/errors.md` is generated from this table.
 *
 * @example
 * ```ts
 * import { ERROR_CODES, type ErrorCode } from 'antiphon';
 *
 * export const explain = (code: ErrorCode): string => `${code}: ${ERROR_CODES[code]}`;
 * ```
 */
export const ERROR_CODES = {
  config_invalid: 'The session config breaks a rule; `issues` lists each path with the expected and the actual value.',
  message_unusual:
    'A message of `initial_messages` breaks a rule of chat models; `path` names the field. The session starts with it.',
  config_timeout: '`configure_session`, or a check of the settings that it returned, did not settle within 10 s.',
  config_failed: '`configure_session` threw or rejected, or something it started threw later.',
  provider_unavailable:
    'An optional package that the config needs is not installed; the message says which, and how to install it.',
  provider_failed: 'A speech provider failed; `provider` names it.',
  provider_refused:
    'A speech provider refused the key, a permission, the credit or the request. The session does not retry; `status` is the HTTP status, if there was one.',
  model_missing:
    'A model that the config names is not on this machine; the message has the command that downloads it, or the closest names.',
  model_pull_failed: 'A model could not be downloaded, unpacked or checked; the message says why.',
  package_file_missing:
    'A file of this package is not next to its code, for example because the code was bundled: keep the package out of bundles.',
  setting_unsupported:
    'The provider ignores a setting, or honours only part of it; `path` names it. The session continues.',
  model_ends:
    'The vendor discontinues the configured model within 90 days or has already done so; the message names the date and the replacement. `path` names the setting.',
  provider_warning: 'A speech provider sent a warning; the session continues.',
  provider_fallback:
    'A provider of `STT.Fallback` or `TTS.Fallback` failed, and the next one continues; `provider` names the one that failed.',
  stt_timeout: 'The recogniser did not answer within its final timeout; the turn continues with the words so far.',
  tts_timeout: 'The TTS provider sent no audio in time (5 s for the first, 3 s between).',
  turn_model_failed:
    'The turn model failed, or did not answer in time; `provider` names it. The turn ends by silence, as without a model.',
  vad_failed: 'Voice activity detection failed; the session ends.',
  vad_overloaded: 'Voice activity detection is too slow for its audio; the session ends.',
  handler_failed: '`llm_response_handler` or its stream threw or rejected.',
  handler_timeout: '`llm_response_handler` emitted no chunk in time (10 s for the first, 5 s between).',
  chunk_invalid: 'A chunk cannot be understood; `path` names the field. The reply ends as failed.',
  chunk_unusual: 'A chunk deviates from the format as some services are known to do; the reply continues.',
  limit_exceeded:
    'The stream of a handler, or a text of `say()`, exceeds a limit of the session; `path` names it. Only that reply fails.',
  update_invalid:
    '`session.update()` breaks a rule; `issues` lists each path with the expected and the actual value. Nothing changes.',
  digits_failed:
    '`on_digits` threw, rejected, returned an invalid value, or took longer than 10 s: the key presses are ignored.',
  user_away_failed:
    '`on_user_away` threw, rejected, returned an invalid value, or took longer than 10 s: nothing is said.',
  filler_failed:
    'The function `filler` threw, rejected, returned an invalid value, or took longer than 10 s: nothing is said while the user waits for the answer.',
  line_action_failed:
    'The line could not send keys, transfer or hang up, or took longer than 10 s; the session continues. `path` names the action.',
  line_action_unsupported: 'The line of the session cannot send keys, transfer or hang up; `path` names the action.',
  teardown_failed: 'A handler or a function threw or rejected while it was being cancelled. It is cancelled anyway.',
  reply_truncated: 'The model stopped at its length limit or its content filter.',
  function_failed:
    'A function threw, rejected or timed out, or the model called an unknown function or passed invalid arguments.',
  function_late:
    'A function returned after its call already had a result, such as a timeout; its return value is dropped.',
  function_rounds_exceeded: 'The model called functions after the last permitted round.',
  event_handler_failed: 'An event handler threw or rejected, or something it started did; `path` names it.',
  empty_reply: 'A reply completed with nothing that a voice can say.',
  slow_reply: 'A reply has run for 8 s without a sound; `phase` names what it waits for.',
  empty_turn: 'Speech ended without words; there is no turn.',
  speech_not_understood:
    'The built-in recogniser found no sentence of its grammar in the speech, and emits nothing. Coughs are not reported.',
  late_transcript: 'A final arrived after the turn had been committed with an interim in its place; it was dropped.',
  words_missing:
    'The speech model did not return the words of a turn within 5 s of the message that follows; the history has no message for them.',
  noise: 'A segment had no new word for too long; it no longer holds the agent back.',
  echo: "The agent's own words came back as the user's speech and were ignored.",
  speech_truncated: '`max_buffered_speech` was reached; further audio of the segment is not transcribed.',
  end_timeout:
    'A session did not end by its deadline. The rest of the speech was cut (`phase` speech), or what was still pending was dropped (`phase` now).',
  text_not_exact:
    'The speech model was asked to say a text of the application, and may have said other words. With `tts` beside the model, the text is exact.',
  interrupt_refused: '`session.interrupt()` was called while interruptions are not allowed.',
  client_silent: 'The client stopped reporting what it plays; it counts as disconnected.',
  checkpoint_failed:
    'No checkpoint could be taken: it would be too large, or JSON can no longer represent `session_data`. The session continues.',
  checkpoint_invalid: 'The value of `resumeFrom` is not a checkpoint of this version.',
  splice_failed:
    'A splice threw or completed early; `path` names its edge. It stays in the graph; at most the value on which it threw is lost.',
  stage_failed:
    'Your stage threw or completed early; `path` names it. The session ends, unless the error came from a subscription within the stage.',
  tap_failed: 'A subscriber to a stream of the session threw; `path` names the stream. The session continues.',
  port_failed: 'Your port threw after it had returned; `path` names it. The session continues.',
  part_stalled:
    'A stage or splice does not emit what the session is waiting for; `path` names it. The session continues without it.',
  recording_failed: 'A recording has gaps or could not be written; the session continues.',
  recording_invalid:
    'A file is not a recording, is damaged, or has another format version; `path` names the file and the line.',
  telemetry_failed:
    'OpenTelemetry failed, or `redact` did: the trace may have gaps and contains no further texts. The session continues.',
  directory_unavailable: 'The engine of the session directory does not answer, so the owner of a session is unknown.',
  agent_unknown:
    'A what-if run needs an agent that was not passed to it; the message contains its name, the names of the available agents, and the place in the recording.',
  answer_missing: 'An eval has no recorded answer to this question; the message says how to record one.',
  cassette_invalid: 'A file of recorded answers of an eval cannot be read, or was edited.',
  judge_failed: 'The judge of an eval failed, took too long, or gave no verdict.',
  persona_failed:
    'The model that plays the user of an eval failed, took too long, or returned no text that can be spoken.',
  usage_invalid: 'A function of this library was called with invalid arguments, or at the wrong time.',
  internal: 'An internal error of the library.',
} as const;

/** A code of an AntiphonError. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** One fault of an input. API keys are masked. */
export interface Issue {
  /** The path of the field, for example `tts.prosody.rate` or `initial_messages[2].tool_call_id`. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** Details of an AntiphonError. Details that do not apply are absent. */
export interface AntiphonErrorDetails {
  /** False for a diagnostic, which the session has handled. Default true. */
  readonly failure?: boolean | undefined;
  readonly provider?: string | undefined;
  /** The provider's HTTP status. */
  readonly status?: number | undefined;
  readonly path?: string | undefined;
  readonly phase?: string | undefined;
  readonly turn?: number | undefined;
  readonly segment?: number | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly cause?: unknown;
}

/**
 * An error of this library. `code` is stable; `message` is for people and contains no secret.
 *
 * @example
 * ```ts
 * import { AntiphonError, startSession } from 'antiphon';
 * import type { Agent, SessionIo } from 'antiphon';
 *
 * declare const agent: Agent;
 * declare const io: SessionIo;
 * await startSession(agent, io).catch((error: unknown) => {
 *   if (!(error instanceof AntiphonError) || error.code !== 'config_invalid') throw error;
 *   for (const { path, expected } of error.details.issues ?? []) console.error(`${path}: expected ${expected}`);
 * });
 * ```
 */
export class AntiphonError extends Error {
  override readonly name: string = 'AntiphonError';
  readonly code: ErrorCode;
  readonly details: Readonly<Omit<AntiphonErrorDetails, 'cause'>>;

  constructor(code: ErrorCode, message: string, { cause, ...details }: AntiphonErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

/** Returns an AntiphonError unchanged. Wraps any other error in one with `code`. */
export function asAntiphonError(error: unknown, code: ErrorCode, details: AntiphonErrorDetails = {}): AntiphonError {
  if (isAntiphonError(error)) return error;
  return new AntiphonError(code, messageOf(error), { ...details, cause: error });
}

/** Returns whether `error` is an AntiphonError; false for a proxy that throws. */
export function isAntiphonError(error: unknown): error is AntiphonError {
  try {
    return error instanceof AntiphonError;
  } catch {
    return false;
  }
}
