import { defer, tap } from 'rxjs';
import { isNumbered, createStreamNames, type Border } from '../../record/border.ts';
import type { OutLine } from '../../record/format.ts';
import type { Deliveries } from './deliveries.ts';
import { fromRecording } from './fromRecording.ts';

/** Creates the border of a replayed session: every input comes from the recording. `write` takes the outputs. */
export function createReplayingBorder(deliveries: Deliveries, write: (line: OutLine) => void): Border {
  const { clock, noteOutput, takeAnswer } = deliveries;
  const nameOf = createStreamNames();
  const output: Border['output'] = (out, v) => {
    write({ t: clock.now(), out, v });
    noteOutput();
  };
  return {
    scheduler: clock,
    connect: ({ kind, codec, input }) =>
      defer(() => {
        const stream = nameOf(kind);
        if (!isNumbered(kind)) return fromRecording(stream, codec, input, deliveries);
        output('opened', stream);
        return fromRecording(stream, codec, input, deliveries).pipe(tap({ unsubscribe: () => output('left', stream) }));
      }),
    query: (kind, codec) => codec.read((takeAnswer(kind) ?? {}) as Parameters<typeof codec.read>[0]),
    request: (_, carryOut) => carryOut(),
    runStep: (work) => work(),
    output,
  };
}
