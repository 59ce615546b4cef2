import { map } from 'rxjs';
import type { VadModel } from '../../../core/ports.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { findWindow } from '../recorded/windows.ts';

/** Creates a VAD model that gives each window its recorded score. */
export function createVadModel({ windows }: RecordedSession): VadModel {
  return {
    ...windows.format,
    score: (cut) => {
      let last = 0;
      return cut.pipe(
        map((samples) => {
          last = findWindow(samples, last);
          const score = windows.scores[last];
          if (score === undefined) throw new Error('a window that was not recorded');
          return score;
        }),
      );
    },
  };
}
