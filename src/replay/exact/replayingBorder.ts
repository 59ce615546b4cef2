import { defer, tap } from 'rxjs';
import type { Border } from '../../record/border.ts';
import { isNumbered, createStreamNames } from '../../record/border.ts';
import type { OutLine } from '../../record/format.ts';
import type { Deliveries } from './deliveries.ts';
import { fromRecording } from './fromRecording.ts';

/** The border of a session that is replayed: beyond it there is only what was noted. `told` takes what goes out. */
export function createReplayingBorder(deliveries: Deliveries, told: (line: OutLine) => void): Border {
  const { clock, noteOutput: wentOut, takeAnswer: answered } = deliveries;
  const nameOf = createStreamNames();
  const tell: Border['output'] = (out, v) => {
    told({ t: clock.now(), out, v });
    wentOut();
  };
  return {
    scheduler: clock,
    connect: ({ kind, codec, input }) =>
      defer(() => {
        const stream = nameOf(kind);
        if (!isNumbered(kind)) return fromRecording(stream, codec, input, deliveries);
        tell('opened', stream);
        return fromRecording(stream, codec, input, deliveries).pipe(tap({ unsubscribe: () => tell('left', stream) }));
      }),
    query: (kind, codec) => codec.read((answered(kind) ?? {}) as Parameters<typeof codec.read>[0]),
    ask: (_, carryOut) => carryOut(),
    enter: (work) => work(),
    output: tell,
  };
}
