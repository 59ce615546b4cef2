import { defer, tap } from 'rxjs';
import { createStreamNames, isNumbered, type Border } from '../../record/border.ts';
import type { OutLine } from '../../record/format.ts';
import type { Deliveries } from './deliveries.ts';
import { fromRecording } from './fromRecording.ts';

/** Creates the border of a replayed session. Every input comes from the recording, and outputs go to `write`. */
export function createReplayingBorder(deliveries: Deliveries, write: (line: OutLine) => void): Border {
  const nameOf = createStreamNames();
  const output: Border['output'] = (out, v) => {
    write({ t: deliveries.clock.now(), out, v });
    deliveries.noteOutput();
  };
  return {
    scheduler: deliveries.clock,
    connect: ({ kind, codec, input }) =>
      defer(() => {
        const stream = nameOf(kind);
        const values = fromRecording(stream, codec, input, deliveries);
        if (!isNumbered(kind)) return values;
        output('opened', stream);
        return values.pipe(tap({ unsubscribe: () => output('left', stream) }));
      }),
    query: (kind, codec) => codec.read((deliveries.takeAnswer(kind) ?? {}) as Parameters<typeof codec.read>[0]),
    request: (_, carryOut) => carryOut(),
    runStep: (work) => work(),
    output,
  };
}
