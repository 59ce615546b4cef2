import type { Observable } from 'rxjs';
import type { FirstByte, Usage } from '../../core/usage.ts';
import { FastSubject } from '../../stream/fastSubject.ts';
import type { TimedEvent } from '../metrics/metricEvent.ts';
import { createUsage, type UsageNames } from './createUsage.ts';
import { initialFirstBytes, updateFirstBytes } from './firstBytes.ts';
import { initialUsage, updateUsage } from './usageState.ts';

/** Counts what a session uses of its providers. */
export interface UsageMeter {
  add(timed: TimedEvent): void;
  /** Returns what has been used so far, without money. */
  usage(): Usage;
  readonly firstBytes: Observable<FirstByte>;
}

/** Creates the meter of one session. It gets every event of the metrics, so that no frame needs a further subscription. */
export function createUsageMeter(names: UsageNames): UsageMeter {
  let used = initialUsage;
  let answers = initialFirstBytes;
  const firstBytes = new FastSubject<FirstByte>();
  const providers = { stt: names.stt.name, tts: names.tts.name, llm: null };
  return {
    add: (timed) => {
      used = updateUsage(used, timed.event);
      answers = updateFirstBytes(answers, timed);
      const { found } = answers;
      if (found !== null) firstBytes.next({ ...found, provider: providers[found.kind] });
    },
    usage: () => createUsage(used, names),
    firstBytes,
  };
}
