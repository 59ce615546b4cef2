import { asapScheduler } from 'rxjs';
import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import { AntiphonError } from '../core/errors.ts';
import { createSecretMask } from '../session/config/findSecrets.ts';
import type { NewSession, Recorder, SessionRecord } from '../session/recording.ts';
import { createHead } from './createHead.ts';
import { wrapBorders, wrapSpeechToText, wrapTextToSpeech, wrapTurnModel } from './wrapBorders.ts';
import { createLineWriter, type LineWriter } from './lineWriter.ts';
import { createRecordingBorder } from './recordingBorder.ts';
import type { Redact } from './redact.ts';
import type { RecordingSink } from './sink.ts';
import { sessionOutput } from './sessionOutput.ts';

export interface RecordOptions {
  /** True to keep the user's audio as PCM, about 43 kB per second at 16 kHz. @default false */
  readonly audio?: boolean | undefined;
  /**
   * True to keep the agent's audio as sent to the client, about 64 kB per second at 24 kHz. With `redact`, the audio of
   * an utterance is left out if its text was changed. @default false
   */
  readonly agentAudio?: boolean | undefined;
  /**
   * Rewrites every text before it is written: transcripts, the model's text, arguments, results and messages. Text that
   * streams in pieces is rewritten as a whole: its lines are held back until it is complete, for at most a minute of
   * the session or 2 MiB. If the rewritten text keeps its length and its spaces, the recording replays without a
   * difference. May be called several times, with a text and with its beginning.
   */
  readonly redact?: Redact | undefined;
}

const OPTIONS: NameSet<keyof RecordOptions> = { audio: true, agentAudio: true, redact: true };

/** Opens the sink of one session. The sink calls `failed` with its errors. */
export type OpenSink = (session: string, failed: (error: Error) => void) => RecordingSink;

/**
 * Records each session line by line to its own sink, which opens when the session starts.
 *
 * @example
 * ```ts
 * import { recordTo } from 'antiphon/record';
 *
 * declare const upload: (name: string, text: string) => Promise<void>;
 * export const record = recordTo((session, failed) => {
 *   const lines: string[] = [];
 *   const close = () => void upload(`${session}.jsonl`, lines.join('\n')).catch(failed);
 *   return { write: (line) => lines.push(line) > 0, close };
 * });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option
 */
export function recordTo(open: OpenSink, options: RecordOptions = {}): Recorder {
  return createRecorder('recordTo', open, options);
}

/** Creates the recorder of `recordTo`. Errors name the function `owner`. */
export function createRecorder(owner: string, open: OpenSink, options: RecordOptions): Recorder {
  checkOptions(owner, options, OPTIONS);
  return { begin: (session) => recordSession(session, open, options) };
}

function recordSession<SessionData extends object>(
  session: NewSession<SessionData>,
  open: OpenSink,
  { audio = false, agentAudio = false, redact }: RecordOptions,
): SessionRecord<SessionData> {
  const { borders, report } = session;
  // Deferred, because the report is itself recorded.
  const failed = once((message: string, cause?: unknown) =>
    asapScheduler.schedule(() => report(new AntiphonError('recording_failed', message, { failure: false, cause }))),
  );
  const mask = createMask(session.secrets);
  const openWriter = once((): LineWriter => {
    const writer = createLineWriter(openSink(open, session.id, failed), { redact, mask, failed });
    writer.head(createHead(session, { audio, agentAudio }));
    return writer;
  });
  let isOver = false;
  const border = createRecordingBorder({
    scheduler: borders.scheduler,
    isBusy: () => session.isBusy(),
    write: (line) => {
      if (!isOver) openWriter().line(line);
    },
  });
  return {
    borders: wrapBorders(border, borders, { keepAudio: audio, keepAgentAudio: agentAudio, report }),
    wrapTts: (tts) => wrapTextToSpeech(border, tts),
    wrapStt: (stt) => wrapSpeechToText(border, stt),
    wrapTurns: (model) => wrapTurnModel(border, model),
    runStep: border.runStep,
    request: border.request,
    observe: (observed) => {
      const outputs = sessionOutput(observed).subscribe(({ name, value }) => border.output(name, value));
      observed.ended.subscribe((reason) => {
        outputs.unsubscribe();
        border.stop();
        if (!border.hasBegun()) return;
        border.output('usage', observed.usage());
        border.output('ended', reason);
        isOver = true;
        openWriter().close();
      });
    },
  };
}

/** Creates a function that replaces the secrets in JSON, including any that are added later. */
function createMask(secrets: () => readonly string[]): (json: string) => string {
  let known: readonly string[] = [];
  let mask = createSecretMask(known);
  return (json) => {
    const now = secrets();
    if (now !== known) mask = createSecretMask(now.map(escape));
    known = now;
    return mask(json);
  };
}

/** Escapes a text as it appears in JSON. */
function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

type Failed = (message: string, cause?: unknown) => void;

/** Opens the sink. If that fails, reports the error and discards all lines. */
function openSink(open: OpenSink, session: string, failed: Failed): RecordingSink {
  try {
    return open(session, (error) => failed(error.message, error));
  } catch (cause) {
    failed('the recording could not be opened', cause);
    return { write: () => true, close: () => {} };
  }
}

/** Wraps `work` so that it runs once. Later calls return the first result. */
function once<Args extends readonly unknown[], T>(work: (...args: Args) => T): (...args: Args) => T {
  let result: { readonly value: T } | undefined;
  return (...args) => (result ??= { value: work(...args) }).value;
}
