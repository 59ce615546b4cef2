import type { Observable } from 'rxjs';
import type { FirstByte, Usage } from '../../core/usage.ts';
import { FastSubject } from '../../stream/fastSubject.ts';
import type { TimedEvent } from '../metrics/metricEvent.ts';
import { createUsage, type UsageNames, type UsedVoice } from './createUsage.ts';
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
}

/** Creates the meter of one session. It gets every event of the metrics, so that no frame needs a further subscription. */
export function createUsageMeter(names: UsageNames): UsageMeter {
  let used = initialUsage;
  let answers = initialFirstBytes;
  const firstBytes = new FastSubject<FirstByte>();
  let providers = { stt: names.stt.name, tts: names.tts.name, llm: null };
  let voices: readonly UsedVoice[] = [{ tts: names.tts, sentBefore: 0, heardBefore: 0 }];
  return {
    add: (timed) => {
      used = updateUsage(used, timed.event);
      answers = updateFirstBytes(answers, timed);
      const { found } = answers;
      if (found !== null) firstBytes.next({ ...found, provider: providers[found.kind] });
    },
    usage: () => createUsage(used, { stt: names.stt, voices }),
    firstBytes,
    changeTts: (tts) => {
      providers = { ...providers, tts: tts.name };
      voices = [...voices, { tts, sentBefore: used.sentCharacters, heardBefore: used.heardCharacters }];
    },
  };
}
