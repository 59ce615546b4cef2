import type { Recording } from '../../src/record/format.ts';
import { parseRecording } from '../../src/record/read.ts';
import { recordTo, type RecordOptions } from '../../src/record/recordTo.ts';
import type { Recorder } from '../../src/session/recording.ts';

/** A recorder that keeps what it writes, as text. */
export interface KeptRecorder extends Recorder {
  readonly lines: readonly string[];
  /** What was written, read. */
  recording(): Recording;
}

export function recorder(options: RecordOptions = {}): KeptRecorder {
  const lines: string[] = [];
  const write = (line: string): boolean => {
    lines.push(line);
    return true;
  };
  const { begin } = recordTo(() => ({ write, close: () => {} }), options);
  return { begin, lines, recording: () => parseRecording(`${lines.join('\n')}\n`) };
}
