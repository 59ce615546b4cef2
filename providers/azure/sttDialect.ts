import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import type { SttPlan } from './sttTurn.ts';
import { SttUtterance } from './sttUtterance.ts';
import { readFrame } from './usp.ts';

/** An utterance whose turn has not come. */
interface Waiting {
  readonly number: number;
  readonly audio: Int16Array[];
  ended: boolean;
}

/**
 * How Azure Speech is talked to: a turn for each utterance, one after the other on one connection. Hypotheses replace one
 * another, phrases are pieces, `turn.end` is the end. A turn that the service ends while the user speaks, or before it has
 * made a phrase of what it heard, goes on as another, from the last phrase on. An utterance that begins before the one
 * before is over waits: the service hears one at a time.
 */
export function azureSttDialect(plan: SttPlan, world: Pick<WireDeps, 'newId' | 'wallClock'>): SttDialect {
  let now: SttUtterance | null = null;
  /** Never more than is said until the recogniser gives the connection up. */
  const waiting: Waiting[] = [];
  const later = (number: number): Waiting | undefined => waiting.find((one) => one.number === number);
  const next = (): readonly SttAction[] => {
    const first = waiting.shift();
    now = first === undefined ? null : new SttUtterance({ number: first.number, plan, world });
    return first === undefined || now === null ? [] : toldAtOnce(now, first);
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (number) => {
      waiting.push({ number, audio: [], ended: false });
      return now === null ? next() : [];
    },
    audio: (number, samples) => {
      if (now?.number === number) return now.audio(samples);
      later(number)?.audio.push(samples);
      return [];
    },
    end: (number) => {
      if (now?.number === number) return now.end();
      const held = later(number);
      if (held !== undefined) held.ended = true;
      return [];
    },
    receive: (frame) => {
      const said = readFrame(frame);
      if (now === null || said === null) return [];
      const heard = now.hear(said);
      return now.isOver ? [...heard, ...next()] : heard;
    },
  };
}

function toldAtOnce(utterance: SttUtterance, { audio, ended }: Waiting): readonly SttAction[] {
  return [
    ...utterance.begin(),
    ...audio.flatMap((samples) => utterance.audio(samples)),
    ...(ended ? utterance.end() : []),
  ];
}
