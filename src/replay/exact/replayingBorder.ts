import { defer, tap } from 'rxjs';
import type { Border } from '../../record/border.ts';
import { isNumbered, streamNames } from '../../record/border.ts';
import type { OutLine } from '../../record/format.ts';
import type { Deliveries } from './deliveries.ts';
import { fromRecording } from './fromRecording.ts';

/** The border of a session that is replayed: beyond it there is only what was noted. `told` takes what goes out. */
export function replayingBorder(deliveries: Deliveries, told: (line: OutLine) => void): Border {
  const { clock, wentOut, answered } = deliveries;
  const nameOf = streamNames();
  const tell: Border['tell'] = (out, v) => {
    told({ t: clock.now(), out, v });
    wentOut();
  };
  return {
    scheduler: clock,
    through: ({ kind, codec, input }) =>
      defer(() => {
        const stream = nameOf(kind);
        if (!isNumbered(kind)) return fromRecording(stream, codec, input, deliveries);
        tell('opened', stream);
        return fromRecording(stream, codec, input, deliveries).pipe(tap({ unsubscribe: () => tell('left', stream) }));
      }),
    answer: (kind, codec) => codec.read((answered(kind) ?? {}) as Parameters<typeof codec.read>[0]),
    ask: (_, carryOut) => carryOut(),
    enter: (work) => work(),
    tell,
  };
}
