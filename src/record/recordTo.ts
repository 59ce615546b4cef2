import { AntiphonError } from '../core/errors.ts';
import type { Recorder } from '../session/recording.ts';
import { bordersOver } from './bordersOver.ts';
import { headOf } from './head.ts';
import { lineWriter } from './lineWriter.ts';
import type { LineWriter, Redact } from './lineWriter.ts';
import { recordingBorder } from './recordingBorder.ts';
import type { RecordingSink } from './sink.ts';
import { tellings } from './tellings.ts';

export interface RecordOptions {
  /** Whether the user's audio is kept, as PCM: about 43 kB a second at 16 kHz. @default false */
  readonly audio?: boolean | undefined;
  /**
   * Rewrites every text before it is written: what the user said, what the model wrote, arguments, results, messages. Text
   * that streams comes in pieces. What keeps its length and its spaces is replayed without a difference.
   */
  readonly redact?: Redact | undefined;
}

/** Opens the sink of a session's lines; `failed` takes what goes wrong with it. */
export type OpenSink = (session: string, failed: (error: Error) => void) => RecordingSink;

/** Records each session that it is given, line by line, to a sink of its own, which is opened when the session starts. */
export function recordTo(open: OpenSink, { audio = false, redact }: RecordOptions = {}): Recorder {
  return {
    begin: (session) => {
      const failed = once((message: string, cause?: Error) =>
        session.report(new AntiphonError('recording_failed', message, { failure: false, cause })),
      );
      let file: { readonly sink: RecordingSink; readonly writer: LineWriter } | undefined;
      const begun = (): LineWriter => {
        const sink = open(session.id, (error) => failed(error.message, error));
        const dropping = (): void => failed('what is written too slowly is dropped');
        file = { sink, writer: lineWriter(sink, { redact, dropping }) };
        file.writer.head(headOf(session, audio));
        return file.writer;
      };
      const border = recordingBorder({
        world: session.borders.scheduler,
        atWork: () => session.atWork(),
        write: (line) => (file?.writer ?? begun()).line(line),
      });
      return {
        borders: bordersOver(border, session.borders, audio),
        ask: border.ask,
        follow: (told) => {
          const telling = tellings(told).subscribe(({ name, value }) => border.tell(name, value));
          void told.ended.then(({ reason }) => {
            border.tell('ended', reason);
            telling.unsubscribe();
            border.stop();
            file?.sink.close();
          });
        },
      };
    },
  };
}

/** The first call counts. */
function once<Args extends readonly unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  let done = false;
  return (...args) => {
    if (done) return;
    done = true;
    work(...args);
  };
}
