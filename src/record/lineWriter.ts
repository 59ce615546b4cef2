import { createCheckedSink } from './checkedSink.ts';
import type { Head, Line } from './format.ts';
import { holdsAudio } from './playoutAudio.ts';
import type { RecordingSink } from './sink.ts';
import { createRedactingSerializer, type Serializer, type WriteLine } from './serializer.ts';
import type { Redact } from './redact.ts';

export interface LineWriterOptions {
  readonly redact: Redact | undefined;
  /** Replaces the session's secrets in JSON. */
  readonly mask: (json: string) => string;
  /** Called with the reason if lines are lost. */
  readonly failed: (message: string, cause?: unknown) => void;
}

export interface LineWriter {
  head(head: Head): void;
  line(line: Line): void;
  close(): void;
}

/** Creates a writer of JSON lines. An exception ends the recording but not the session. */
export function createLineWriter(sink: RecordingSink, { redact, mask, failed }: LineWriterOptions): LineWriter {
  const { write: writeUnmasked, writeGap } = createCheckedSink(sink, failed);
  const write: WriteLine = (line, json) => writeUnmasked(line, holdsAudio(line) ? json : mask(json));
  const lines = redact === undefined ? createPlainSerializer(write) : createRedactingSerializer(redact, write);
  let isOver = false;
  const guarded = (work: () => void): void => {
    if (isOver) return;
    try {
      work();
    } catch (cause) {
      isOver = true;
      failed('the recording of the session ends here', cause);
    }
  };
  return {
    head: (head) =>
      guarded(() => {
        if (!sink.write(lines.head(head))) throw new Error('the sink refused the head of the recording');
      }),
    line: (line) => guarded(() => lines.add(line)),
    close: () => {
      guarded(lines.flush);
      guarded(writeGap);
      isOver = false;
      guarded(() => sink.close());
    },
  };
}

function createPlainSerializer(write: WriteLine): Serializer {
  return { head: (head) => JSON.stringify(head), add: (line) => write(line, JSON.stringify(line)), flush: () => {} };
}
