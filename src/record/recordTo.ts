import { asapScheduler } from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import type { Recorder, NewSession } from '../session/recording.ts';
import { wrapBorders } from './wrapBorders.ts';
import { createLineWriter, type LineWriter } from './lineWriter.ts';
import { createRecordingBorder } from './recordingBorder.ts';
import type { Redact } from './redactedJson.ts';
import type { RecordingSink } from './sink.ts';
import { sessionOutput } from './sessionOutput.ts';
import { maskConfig } from '../session/config/maskConfig.ts';
import { FORMAT, type Head } from './format.ts';
import { VERSION } from './version.ts';

export interface RecordOptions {
  /** Whether the user's audio is kept, as PCM: about 43 kB a second at 16 kHz. @default false */
  readonly audio?: boolean | undefined;
  /**
   * Rewrites every text before it is written: transcripts, the model's text, arguments, results, messages. Text that
   * streams in pieces is rewritten as a whole: its lines are held back until it is complete, for at most a minute of the
   * session or 2 MiB. If the rewritten text keeps its length and its spaces, the recording replays without a difference.
   * May be called several times with a text and with its beginning.
   */
  readonly redact?: Redact | undefined;
}

/** Opens the sink for one session; `failed` takes its errors. */
export type OpenSink = (session: string, failed: (error: Error) => void) => RecordingSink;

/** Records each session, line by line, to a sink of its own, which is opened when the session starts. */
export function recordTo(open: OpenSink, { audio = false, redact }: RecordOptions = {}): Recorder {
  return {
    begin: (session) => {
      // Deferred: the report is itself recorded.
      const failed = once((message: string, cause?: unknown) =>
        asapScheduler.schedule(() =>
          session.report(new AntiphonError('recording_failed', message, { failure: false, cause })),
        ),
      );
      const openWriter = once((): LineWriter => {
        const sink = openSink(open, session.id, failed);
        const writer = createLineWriter(sink, { redact, failed });
        writer.head(createHead(session, audio));
        return writer;
      });
      let isOver = false;
      const border = createRecordingBorder({
        scheduler: session.borders.scheduler,
        isBusy: () => session.isBusy(),
        write: (line) => {
          if (!isOver) openWriter().line(line);
        },
      });
      return {
        borders: wrapBorders(border, session.borders, { keepAudio: audio, report: session.report }),
        runStep: border.runStep,
        request: border.request,
        observe: (session) => {
          const outputs = sessionOutput(session).subscribe(({ name, value }) => border.output(name, value));
          session.ended.subscribe((reason) => {
            outputs.unsubscribe();
            border.stop();
            if (!border.hasBegun()) return;
            border.output('ended', reason);
            isOver = true;
            openWriter().close();
          });
        },
      };
    },
  };
}

type Failed = (message: string, cause?: unknown) => void;

/** Opens the sink; if that fails, reports it and discards all lines. */
function openSink(open: OpenSink, session: string, failed: Failed): RecordingSink {
  try {
    return open(session, (error) => failed(error.message, error));
  } catch (cause) {
    failed('the recording could not be opened', cause);
    return { write: () => true, close: () => {} };
  }
}

/** Calls `work` once; later calls return the first result. */
function once<Args extends readonly unknown[], T>(work: (...args: Args) => T): (...args: Args) => T {
  let result: { readonly value: T } | undefined;
  return (...args) => (result ??= { value: work(...args) }).value;
}

/** Creates the first line of a recording. */
function createHead<SessionData extends object>(session: NewSession<SessionData>, audio: boolean): Head {
  const { id, config, borders, splices, stages } = session;
  const { vad, stt, tts } = borders.ports;
  const { session_data: _, ...recorded } = config;
  return {
    format: FORMAT,
    antiphon: VERSION,
    node: process.versions.node,
    session: id,
    recorded_at: new Date().toISOString(),
    config: maskConfig(recorded) as unknown as Head['config'],
    ports: {
      vad: { sampleRate: vad.sampleRate, windowSamples: vad.windowSamples },
      stt: { name: stt.name, sampleRate: stt.sampleRate, finalTimeoutMs: stt.finalTimeoutMs, interims: stt.interims },
      tts: {
        name: tts.name,
        sampleRate: tts.sampleRate,
        accepts: tts.accepts,
        language: tts.language,
        keepsWarm: tts.keepWarm !== undefined,
      },
    },
    io: {
      outputSampleRate: borders.io.outputSampleRate ?? null,
      streams: (['textIn', 'muted', 'connected'] as const).filter((stream) => borders.io[stream] !== undefined),
    },
    splices,
    stages,
    audio,
  };
}
