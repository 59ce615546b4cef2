import type { Observable } from 'rxjs';
import type { FirstByte, Usage } from '../../core/usage.ts';
import { FastSubject } from '../../stream/fastSubject.ts';
import type { MetricEvent, TimedEvent } from '../metrics/metricEvent.ts';
import { createProviderMeter } from './createProviderMeter.ts';
import { createUsage, type UsageNames } from './createUsage.ts';
import { initialFirstBytes, updateFirstBytes } from './firstBytes.ts';
import { initialUsage, updateUsage } from './usageState.ts';

/** Counts what a session uses of its providers. */
export interface UsageMeter {
  add(timed: TimedEvent): void;
  /** Returns what has been used so far, without money. */
  usage(): Usage;
  readonly firstBytes: Observable<FirstByte>;
  /** Counts what is spoken from now on for another voice. */
  changeTts(tts: UsageNames['tts']): void;
  /** Counts what is heard from now on for another recogniser. */
  changeStt(stt: UsageNames['stt']): void;
}

/** What uses no provider, and comes in every turn. */
const UNUSED: ReadonlySet<MetricEvent['kind']> = new Set(['final', 'endpoint', 'commit']);

/** Creates the meter of one session. It gets every event of the metrics, so that no frame needs a further subscription. */
export function createUsageMeter(names: UsageNames): UsageMeter {
  let used = initialUsage;
  let answers = initialFirstBytes;
  const firstBytes = new FastSubject<FirstByte>();
  let served = { stt: names.stt.name, tts: names.tts.name, llm: null };
  const providers = createProviderMeter(names);
  return {
    add: (timed) => {
      const { event } = timed;
      if (UNUSED.has(event.kind)) return;
      const heardBefore = used.heardCharacters;
      used = updateUsage(used, event);
      if (event.kind === 'served') served = { ...served, [event.port]: event.provider };
      providers.add(event, used.heardCharacters - heardBefore);
      answers = updateFirstBytes(answers, timed);
      const { found } = answers;
      if (found !== null) firstBytes.next({ kind: found.kind, ms: found.ms, provider: served[found.kind] });
    },
    usage: () => createUsage(used, providers.used()),
    firstBytes,
    changeTts: (tts) => {
      served = { ...served, tts: tts.name };
      providers.changeTts(tts, used);
    },
    changeStt: (stt) => {
      served = { ...served, stt: stt.name };
      providers.changeStt(stt, used);
    },
  };
}
